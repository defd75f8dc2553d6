import { Sunrise } from '@course/ui';
import { useAccess } from './access/use-access.ts';
import { Dashboard } from './dashboard.tsx';

/** The insights, or the way in. */
export const App = () => {
  const { state, message, closed, signOut } = useAccess();
  if (state === 'opening')
    return (
      <p className="wait" role="status">
        Opening the insights
      </p>
    );
  return state === 'open' ? <Dashboard onClosed={closed} onSignOut={signOut} /> : <Locked message={message} />;
};

/** What a browser sees that was not let in. */
const Locked = ({ message }: { readonly message: string }) => (
  <main className="locked">
    <Sunrise className="locked-picture" />
    <h1>Insights</h1>
    <p role="alert">{message}</p>
  </main>
);
