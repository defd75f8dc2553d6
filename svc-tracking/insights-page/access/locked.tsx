import { Sunrise } from '@course/ui';

/** What a browser sees that was not let in. */
export const Locked = ({ message }: { readonly message: string }) => (
  <main className="locked">
    <Sunrise className="locked-picture" />
    <h1>Insights</h1>
    <p role="alert">{message}</p>
  </main>
);
