import { createHash, createHmac } from 'node:crypto';
import type { Keys } from '@course/service-kit';
import type { Env } from '../../platform/env.ts';

interface Purpose {
  /** Made with the order; the others are made when a mail first carries them. */
  readonly atPurchase: boolean;
  /** Cookie that the link is exchanged for; null for links that open no page by a cookie. */
  readonly cookie: string | null;
  /** Opening the link ends earlier links of these purposes. */
  readonly ends: readonly string[];
  /**
   * What becomes of the link when the reader's address is corrected, because the earlier recipient may be a stranger. A link
   * that tells by its end that it was used is deleted instead.
   */
  readonly onCorrection: 'end' | 'delete' | 'keep';
}

/**
 * What the links in mails are for, one row a purpose. `read` opens the course. `refund` opens the refund page: it is in
 * the confirmation and mailed on request, so that a forwarded lesson hands over no refund. `unsubscribe` ends the mails
 * and nothing else, in every mail that ever carried it. `undo` undoes a second order, and ends when that is done.
 * `objection` undoes a withdrawal that somebody else declared.
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

/** The link that each page which mails a new one asks for. */
export const REQUESTED_PURPOSES = { course: 'read', refund: 'refund' } as const satisfies Record<string, LinkPurpose>;

export const isOpening = (purpose: string): purpose is OpeningPurpose =>
  Object.hasOwn(PURPOSES, purpose) && PURPOSES[purpose as LinkPurpose].cookie !== null;

export const OPENING_PURPOSES: readonly OpeningPurpose[] = LINK_PURPOSES.filter(isOpening);

/** What a token follows from: with the keys, every mail can carry the link, and no store holds it. */
export interface LinkSubject {
  readonly orderId: string;
  readonly purpose: LinkPurpose;
  /** Counts renewals, from 1. */
  readonly generation: number;
}

/** A link's token, as a page or a mail program sent it. */
export interface GivenToken {
  readonly token: string;
  /** The caller's address, for the limit on guessing. */
  readonly ip: string | undefined;
}

/** What links are made with. */
export type LinkEnv = Pick<Env, 'publicUrl'> & { readonly course: Pick<Env['course'], 'linkKeys'> };

/** A token as a link carries it: 32 bytes in base64url. */
export const TOKEN = /^[A-Za-z0-9_-]{43}$/;

const macOf = (key: string, { orderId, purpose, generation }: LinkSubject): string =>
  createHmac('sha256', key).update(`course-link:v1:${purpose}:${orderId}:${generation}`).digest('base64url');

/** The token that the first key makes. */
export const courseToken = ([key]: Keys, subject: LinkSubject): string => macOf(key, subject);

/** SHA-256 of a token, all that is stored of it: 32 bytes. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * The token of a stored link, made with the key that made it then: after a rotation, mails go on carrying the link
 * that earlier mails carry. Undefined when that key is no longer in the list.
 */
export const tokenOf = (
  keys: readonly string[],
  link: LinkSubject & { readonly tokenHash: Uint8Array },
): string | undefined => keys.map((key) => macOf(key, link)).find((token) => hashToken(token).equals(link.tokenHash));

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
  /** Opens the page that undoes a withdrawal. Null in mails that carry no link of that purpose. */
  readonly objectionUrl: string | null;
}

/** `read` and `unsubscribe` are in every mail with links, the others where its kind has them. */
export type LinkTokens = Readonly<Record<'read' | 'unsubscribe', string> & Partial<Record<LinkPurpose, string>>>;

/**
 * The addresses that a mail carries. Pages get the token in the fragment, which no browser sends to a server;
 * a mail provider's one-click call has no fragment, so it alone has the token in its path.
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

/** The page on which a contract is withdrawn from; it needs no token. */
export const withdrawalUrlOf = ({ publicUrl }: Pick<Env, 'publicUrl'>): string => `${publicUrl}/withdrawal`;

/** The offer, with a plan chosen if one is given. Says nothing about anybody. */
export const offerUrlOf = ({ publicUrl }: Pick<Env, 'publicUrl'>, plan?: string): string =>
  `${publicUrl}/sales002${plan === undefined ? '' : `?plan=${plan}`}`;

/** `courseUrl` is the address that opens the course page. It shows what the query asks for. */
const coursePage = (courseUrl: string, query: string): string => courseUrl.replace(/(?=#|$)/, `?${query}`);

/** The lesson at that place, with the question whether it is done. Opening it changes nothing: mail scanners follow links. */
export const lessonUrl = (courseUrl: string, place: number): string =>
  coursePage(courseUrl, `lesson=${place}&done=ask`);

/** Hour, weekdays and pauses. */
export const scheduleUrl = (courseUrl: string): string => coursePage(courseUrl, 'schedule=change');
