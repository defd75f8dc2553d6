import { Sunrise } from '@course/ui';
import type { ReactNode } from 'react';
import { useAccess } from './access/use-access.ts';
import { Dashboard } from './dashboard.tsx';
import { FailureNote } from './parts/failure-note.tsx';

/** The insights, or how to open them. */
export const App = () => {
  const { state, message, closed, signOut, retry } = useAccess();
  if (state === 'waiting')
    return (
      <p className="wait" role="status">
        {message}
      </p>
    );
  if (state === 'open') return <Dashboard onClosed={closed} onSignOut={signOut} />;
  return (
    <Locked>
      {state === 'locked' ? <p role="alert">{message}</p> : <FailureNote message={message} onRetry={retry} />}
    </Locked>
  );
};

/** Shown to a browser without access. */
const Locked = ({ children }: { readonly children: ReactNode }) => (
  <main className="locked">
    <Sunrise className="locked-picture" />
    <h1>Insights</h1>
    {children}
  </main>
);
