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

interface FallbackProps {
  readonly reason: FailureReason;
  readonly onRetry: () => void;
}

/**
 * Replaces a screen whose remote is down, slow, broken or of an unsupported contract. Pure markup: the edge renders it
 * too.
 */
export const FallbackScreen = ({ reason, onRetry }: FallbackProps) => (
  <main className="host-screen" data-screen="unavailable" data-reason={reason}>
    <h1>One moment</h1>
    <p role="status">{TEXTS[reason]}</p>
    <button type="button" className="host-button" onClick={onRetry}>
      Retry
    </button>
  </main>
);
