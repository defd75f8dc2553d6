import type { FailureReason } from '@course/federation/contract';

const TEXTS = {
  unreachable: 'This part of the page did not arrive. Check your connection, then try again.',
  missing: 'A file of this part of the page is missing. That is our mistake, not yours; try again in a moment.',
  slow: 'This part of the page is taking too long. Try again in a moment.',
  unreadable: 'Your browser cannot read this part of the page. Try again in a moment, or with a newer browser.',
  hung: 'This part of the page stopped answering. Your answers are safe; try again in a moment.',
  contract: 'This part of the page is being updated. Try again in a moment.',
  broken: 'This part of the page has a problem. Your answers are safe; try again in a moment.',
} satisfies Record<FailureReason, string>;

/** The retry that every fallback offers. */
export interface Retry {
  readonly onRetry: () => void;
  /** True while an attempt is running. Further taps then do nothing. */
  readonly isPending: boolean;
}

interface FallbackProps extends Retry {
  readonly reason: FailureReason;
}

/**
 * Replaces a screen whose remote is down, slow, broken or of an unsupported contract. Pure markup: the edge renders it
 * too.
 */
export const FallbackScreen = ({ reason, onRetry, isPending }: FallbackProps) => (
  <main className="host-screen" data-screen="unavailable" data-reason={reason}>
    <h1>One moment</h1>
    <p role="status">{isPending ? 'Trying again…' : TEXTS[reason]}</p>
    <button
      type="button"
      className="host-button"
      {...(isPending ? { 'aria-disabled': true, 'aria-busy': true } : { onClick: onRetry })}
    >
      Retry
    </button>
  </main>
);
