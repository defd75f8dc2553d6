import { Sunrise } from '@course/ui';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useAccess } from './access/use-access.ts';
import { Dashboard } from './dashboard.tsx';
import { FailureNote } from './parts/failure-note.tsx';

/** The insights, or how to open them. */
export const App = () => {
  const { state, message, closed, signOut, retry } = useAccess();
  useTitleFocus(state);
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

/**
 * Moves the focus to the title of what has replaced the page's content, if the focus was in it. Not on the first load,
 * when nothing has been focused yet.
 */
const useTitleFocus = (state: ReturnType<typeof useAccess>['state']): void => {
  const hasLoaded = useRef(false);
  useLayoutEffect(() => {
    if (hasLoaded.current && document.activeElement === document.body) {
      const title = document.querySelector<HTMLElement>('h1, .wait');
      title?.setAttribute('tabindex', '-1');
      title?.focus();
    }
    if (state !== 'waiting') hasLoaded.current = true;
  }, [state]);
};

/** Shown to a browser without access. */
const Locked = ({ children }: { readonly children: ReactNode }) => (
  <main className="locked">
    <Sunrise className="locked-picture" />
    <h1>Insights</h1>
    {children}
  </main>
);
