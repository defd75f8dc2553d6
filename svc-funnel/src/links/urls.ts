import type { Env } from '../platform/env.ts';
import type { LinkPurpose } from './purposes.ts';

export interface Links {
  /** Opens the course page. */
  readonly courseUrl: string;
  /** Opens the page whose one button ends the mails; it carries the reading token, too, for the page's way to a refund. */
  readonly unsubscribeUrl: string;
  /** The same page, for mails that have stopped: its button starts them again. */
  readonly resumeUrl: string;
  /** Takes the POST of RFC 8058, for the List-Unsubscribe header. */
  readonly oneClickUrl: string;
  /** Opens the refund request page. Null in mails that carry no link of that purpose. */
  readonly refundUrl: string | null;
  /** Opens the page that undoes a second order. Null in mails that carry no link of that purpose. */
  readonly undoUrl: string | null;
}

/** `read` and `unsubscribe` are in every mail with links, the others where its kind has them. */
export type LinkTokens = Readonly<Record<'read' | 'unsubscribe', string> & Partial<Record<LinkPurpose, string>>>;

/**
 * The addresses that a mail carries. Pages get the token in the fragment, which no browser sends to a server;
 * a mail provider's one-click call has no fragment, so it alone has the token in its path.
 */
export const linksFor = (
  { publicUrl }: Pick<Env, 'publicUrl'>,
  { read, refund, undo, unsubscribe }: LinkTokens,
): Links => ({
  courseUrl: `${publicUrl}/course#t=${read}`,
  unsubscribeUrl: `${publicUrl}/unsubscribe#t=${unsubscribe}.${read}`,
  resumeUrl: `${publicUrl}/unsubscribe#t=${unsubscribe}.${read}.stopped`,
  oneClickUrl: `${publicUrl}/api/unsubscribe/${unsubscribe}`,
  refundUrl: refund === undefined ? null : `${publicUrl}/refund-request#t=${refund}`,
  undoUrl: undo === undefined ? null : `${publicUrl}/second-order#t=${undo}`,
});
