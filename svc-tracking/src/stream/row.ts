/** What is known of one page view. Times in ms since 1970; null is not known (yet). */
export interface PageViewRow {
  readonly id: string;
  readonly enteredAt: number | null;
  readonly exitedAt: number | null;
  readonly timeSpentSeconds: number | null;
  readonly totalSeconds: number | null;
  readonly clamped: boolean;
  readonly sessionId: string | null;
  readonly pagePath: string | null;
  readonly variant: string | null;
  readonly isBot: boolean;
  /** Marked by the owner as not to be counted. */
  readonly isOwner: boolean;
  /** Name of the release of the remote whose screen was shown. */
  readonly release: string | null;
  /** The page held a preview of a release. */
  readonly isPreview: boolean;
  readonly lcpSeconds: number | null;
  readonly inpSeconds: number | null;
  readonly cls: number | null;
  readonly ttfbSeconds: number | null;
}

/** True if the view is kept out of every figure. */
export const isExcluded = ({ isBot, isOwner, isPreview }: PageViewRow): boolean => isBot || isOwner || isPreview;

/** The row of a page view of which only the id is known. */
export const emptyRow = (id: string): PageViewRow => ({
  id,
  enteredAt: null,
  exitedAt: null,
  timeSpentSeconds: null,
  totalSeconds: null,
  clamped: false,
  sessionId: null,
  pagePath: null,
  variant: null,
  isBot: false,
  isOwner: false,
  release: null,
  isPreview: false,
  lcpSeconds: null,
  inpSeconds: null,
  cls: null,
  ttfbSeconds: null,
});
