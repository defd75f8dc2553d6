/** The contents of an unsubscribe link. */
export interface UnsubscribeLink {
  /** The token that stops the mails. */
  readonly unsubscribeToken: string;
  /** The token that opens the course; null in links of older mails. */
  readonly courseToken: string | null;
  /**
   * True if a mail program has already stopped the mails (one-click unsubscribe), so that the link only restarts them.
   */
  readonly hasStopped: boolean;
}

export const unsubscribeLink = (fragment: string): UnsubscribeLink => {
  const [unsubscribeToken = '', courseToken, state] = fragment.split('.', 3);
  return { unsubscribeToken, courseToken: courseToken || null, hasStopped: state === 'stopped' };
};
