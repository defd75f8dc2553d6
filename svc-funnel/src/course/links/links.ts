import { createHash, createHmac } from 'node:crypto';
import type { Keys } from '@course/contracts/env';
import type { Env } from '../../platform/env.ts';

interface Purpose {
  /** True if the link is created with the order; others are created when a mail first carries them. */
  readonly atPurchase: boolean;
  /** The cookie that the link is exchanged for; null for links that are not exchanged for one. */
  readonly cookie: string | null;
  /** Opening the link ends earlier links of these purposes. */
  readonly ends: readonly string[];
  /**
   * What happens to the link when the reader's address is corrected, because the earlier recipient may be a stranger. A
   * link whose end means that it was used is deleted instead of ended.
   */
  readonly onCorrection: 'end' | 'delete' | 'keep';
}

/**
 * The purposes of the links in mails. `read` opens the course. `refund` opens the refund page: it is in the
 * confirmation and mailed on request, so that a forwarded lesson does not allow a refund. `unsubscribe` stops the mails
 * and nothing else, from every mail that ever carried it. `undo` undoes a second order, and ends when that is done.
 * `objection` undoes a withdrawal that someone else declared.
 */
export const PURPOSES = {
  read: { atPurchase: true, cookie: 'course_reader', ends: ['read', 'refund'], onCorrection: 'end' },
  refund: { atPurchase: true, cookie: 'course_refund', ends: ['refund'], onCorrection: 'end' },
  unsubscribe: { atPurchase: true, cookie: null, ends: [], onCorrection: 'keep' },
  undo: { atPurchase: false, cookie: null, ends: [], onCorrection: 'delete' },
  objection: { atPurchase: false, cookie: null, ends: [], onCorrection: 'end' },
} as const satisfies Record<string, Purpose>;

export type LinkPurpose = keyof typeof PURPOSES;

/** Purposes whose link is exchanged for a cookie. */
export type OpeningPurpose = {
  [P in LinkPurpose]: (typeof PURPOSES)[P]['cookie'] extends string ? P : never;
}[LinkPurpose];

export const LINK_PURPOSES = Object.keys(PURPOSES) as LinkPurpose[];

/** The purpose of the link that each page can have mailed. */
export const REQUESTED_PURPOSES = { course: 'read', refund: 'refund' } as const satisfies Record<string, LinkPurpose>;

export const isOpening = (purpose: string): purpose is OpeningPurpose =>
  Object.hasOwn(PURPOSES, purpose) && PURPOSES[purpose as LinkPurpose].cookie !== null;

export const OPENING_PURPOSES: readonly OpeningPurpose[] = LINK_PURPOSES.filter(isOpening);

/**
 * What a token is derived from, together with a key. So every mail can carry the link, and the token is stored nowhere.
 */
export interface LinkSubject {
  readonly orderId: string;
  readonly purpose: LinkPurpose;
  /** Counts renewals, from 1. */
  readonly generation: number;
}

/** A link's token, as received from a page or a mail program. */
export interface ReceivedToken {
  readonly token: string;
  /** The caller's address, for the limit on guessing. */
  readonly ip: string | undefined;
}

/** The settings that links are built from. */
export type LinkEnv = Pick<Env, 'publicUrl'> & { readonly course: Pick<Env['course'], 'linkKeys'> };

const macOf = (key: string, { orderId, purpose, generation }: LinkSubject): string =>
  createHmac('sha256', key).update(`course-link:v1:${purpose}:${orderId}:${generation}`).digest('base64url');

/** Returns a link's token, derived with the first key. */
export const courseToken = ([key]: Keys, subject: LinkSubject): string => macOf(key, subject);

/** Returns the SHA-256 of a token, 32 bytes. Nothing else of it is stored. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Returns the token of a stored link, derived with the key that it was created with, so that mails carry the same link
 * after the keys are rotated. Undefined if that key is no longer in the list.
 */
export const tokenOf = (
  keys: readonly string[],
  link: LinkSubject & { readonly tokenHash: Uint8Array },
): string | undefined => keys.map((key) => macOf(key, link)).find((token) => hashToken(token).equals(link.tokenHash));

export interface Links {
  /** Opens the course page. */
  readonly courseUrl: string;
  /**
   * Opens the page whose only button stops the mails. It also carries the token for reading, for the page's link to a
   * refund.
   */
  readonly unsubscribeUrl: string;
  /** The same page, for mails that have stopped: its button starts them again. */
  readonly resumeUrl: string;
  /** Accepts the POST of RFC 8058, for the List-Unsubscribe header. */
  readonly oneClickUrl: string;
  /** Opens the refund request page. Null in mails that carry no link of that purpose. */
  readonly refundUrl: string | null;
  /** Opens the page that undoes a second order. Null in mails that carry no link of that purpose. */
  readonly undoUrl: string | null;
  /** Opens the page that undoes a withdrawal. Null in mails that carry no link of that purpose. */
  readonly objectionUrl: string | null;
}

/** `read` and `unsubscribe` are in every mail with links; the others depend on its kind. */
export type LinkTokens = Readonly<Record<'read' | 'unsubscribe', string> & Partial<Record<LinkPurpose, string>>>;

/**
 * Returns the URLs for a mail. Pages get the token in the fragment, which browsers do not send to servers. Only the
 * one-click URL has the token in its path, because the request of a mail provider has no fragment.
 */
export const linksFor = (
  { publicUrl }: Pick<Env, 'publicUrl'>,
  { read, refund, undo, objection, unsubscribe }: LinkTokens,
): Links => ({
  courseUrl: `${publicUrl}/course#t=${read}`,
  unsubscribeUrl: `${publicUrl}/unsubscribe#t=${unsubscribe}.${read}`,
  resumeUrl: `${publicUrl}/unsubscribe#t=${unsubscribe}.${read}.stopped`,
  oneClickUrl: `${publicUrl}/api/unsubscribe/${unsubscribe}`,
  refundUrl: refund === undefined ? null : `${publicUrl}/refund-request#t=${refund}`,
  undoUrl: undo === undefined ? null : `${publicUrl}/second-order#t=${undo}`,
  objectionUrl: objection === undefined ? null : `${publicUrl}/withdrawal-objection#t=${objection}`,
});

/** Returns the URL of the withdrawal page, which needs no token. */
export const withdrawalUrlOf = ({ publicUrl }: Pick<Env, 'publicUrl'>): string => `${publicUrl}/withdrawal`;

/** Returns the URL of the offer, with a plan chosen if one is given. It identifies no one. */
export const offerUrlOf = ({ publicUrl }: Pick<Env, 'publicUrl'>, plan?: string): string =>
  `${publicUrl}/sales002${plan === undefined ? '' : `?plan=${plan}`}`;

/** Adds a query to `courseUrl`, which opens the course page. The query says what the page shows. */
const coursePage = (courseUrl: string, query: string): string => courseUrl.replace(/(?=#|$)/, `?${query}`);

/**
 * Returns the URL of the lesson at a place, with the question whether it is done. Opening it changes nothing, because
 * mail scanners follow links.
 */
export const lessonUrl = (courseUrl: string, place: number): string =>
  coursePage(courseUrl, `lesson=${place}&done=ask`);

/** Returns the URL of a resource in the library. */
export const resourceUrl = (courseUrl: string, slug: string): string => coursePage(courseUrl, `resource=${slug}`);

/** Returns the URL of the settings for hour, weekdays and pauses. */
export const scheduleUrl = (courseUrl: string): string => coursePage(courseUrl, 'schedule=change');
