import type { ChartName } from '@course/contracts';
import { useLayoutEffect, useRef } from 'react';
import type { ChartState } from '../data/use-chart.ts';

interface FailureNoteProps {
  readonly message: string;
  readonly onRetry: () => void;
  /** True while an attempt is running. Further taps then do nothing. */
  readonly isPending?: boolean;
}

/**
 * Why loading failed, with a button to try again. Once it is gone, the section around it has the focus, if there is one.
 */
export const FailureNote = ({ message, onRetry, isPending = false }: FailureNoteProps) => {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element === document.activeElement) element?.closest('section')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div className="failure" role="alert">
      <p>{message}</p>
      <button
        ref={button}
        type="button"
        className="control"
        {...(isPending ? { 'aria-disabled': true } : { onClick: onRetry })}
      >
        {isPending ? 'Trying again…' : 'Try again'}
      </button>
    </div>
  );
};

interface LoadFailureProps {
  readonly state: Pick<ChartState<ChartName>, 'failure' | 'isLoading' | 'reload'>;
  /** Names what is missing; not needed where it is the whole card. */
  readonly what?: string;
}

/** Why a chart could not be loaded, until it is. */
export const LoadFailure = ({ state: { failure, isLoading, reload }, what }: LoadFailureProps) =>
  failure === undefined ? null : (
    <FailureNote
      message={what === undefined ? failure : `${what} could not be loaded. ${failure}`}
      onRetry={reload}
      isPending={isLoading}
    />
  );
