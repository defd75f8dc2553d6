import type { Env } from '../platform/env.ts';
import type { LinkPurpose } from './tokens.ts';

export interface Links {
  /** Opens the course page. */
  readonly courseUrl: string;
  /** Opens the page whose one button ends the mails; it carries the reading token, too, for the page's way to a refund. */
  readonly unsubscribeUrl: string;
  /** Takes the POST of RFC 8058, for the List-Unsubscribe header. */
  readonly oneClickUrl: string;
  /** Opens the refund request page. */
  readonly refundUrl: string;
}

/**
 * The addresses that a mail carries. Pages get the token in the fragment, which no browser sends to a server;
 * a mail provider's one-click call has no fragment, so it alone has the token in its path.
 */
export const linksFor = ({ publicUrl }: Pick<Env, 'publicUrl'>, tokens: Readonly<Record<Exclude<LinkPurpose, 'undo'>, string>>): Links => ({
  courseUrl: `${publicUrl}/course#t=${tokens.read}`,
  unsubscribeUrl: `${publicUrl}/unsubscribe#t=${tokens.unsubscribe}.${tokens.read}`,
  oneClickUrl: `${publicUrl}/api/unsubscribe/${tokens.unsubscribe}`,
  refundUrl: `${publicUrl}/refund-request#t=${tokens.read}`,
});

/** Opens the page that undoes a second order. */
export const undoUrlFor = ({ publicUrl }: Pick<Env, 'publicUrl'>, token: string): string => `${publicUrl}/second-order#t=${token}`;
