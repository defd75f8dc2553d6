import { Locked } from './access/locked.tsx';
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
