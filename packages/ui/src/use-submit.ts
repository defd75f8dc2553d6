import { useRef, useState } from 'react';

export interface Submit {
  readonly isSending: boolean;
  /** Why the last one failed; undefined while one is under way, and once one has succeeded. */
  readonly error: unknown;
  /** Does nothing while the one before is under way. */
  readonly submit: (work: () => Promise<void>) => void;
}

/** Runs what a press asks for, one at a time. */
export function useSubmit(): Submit {
  const [state, setState] = useState<Pick<Submit, 'isSending' | 'error'>>({ isSending: false, error: undefined });
  const isUnderWay = useRef(false); // A second press can come before the next render.
  const submit = (work: () => Promise<void>): void => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setState({ isSending: true, error: undefined });
    work()
      .then(
        () => setState({ isSending: false, error: undefined }),
        (error: unknown) => setState({ isSending: false, error }),
      )
      .finally(() => {
        isUnderWay.current = false;
      });
  };
  return { ...state, submit };
}
