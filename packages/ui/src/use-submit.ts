import { useRef, useState } from 'react';

export interface Submit {
  readonly isSending: boolean;
  /** Why the last run failed; undefined during a run and after a successful one. */
  readonly error: unknown;
  /** Does nothing during a run. */
  readonly submit: (work: () => Promise<void>) => void;
}

/** Runs the action of a button, one run at a time. */
export function useSubmit(): Submit {
  const [state, setState] = useState<Pick<Submit, 'isSending' | 'error'>>({ isSending: false, error: undefined });
  const isRunning = useRef(false); // A second press can come before the next render.
  const submit = (work: () => Promise<void>): void => {
    if (isRunning.current) return;
    isRunning.current = true;
    setState({ isSending: true, error: undefined });
    work()
      .then(
        () => setState({ isSending: false, error: undefined }),
        (error: unknown) => setState({ isSending: false, error }),
      )
      .finally(() => {
        isRunning.current = false;
      });
  };
  return { ...state, submit };
}
