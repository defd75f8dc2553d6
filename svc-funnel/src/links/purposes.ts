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
 */
export const PURPOSES = {
  read: { atPurchase: true, cookie: 'course_reader', ends: ['read', 'refund'], onCorrection: 'end' },
  refund: { atPurchase: true, cookie: 'course_refund', ends: ['refund'], onCorrection: 'end' },
  unsubscribe: { atPurchase: true, cookie: null, ends: [], onCorrection: 'keep' },
  undo: { atPurchase: false, cookie: null, ends: [], onCorrection: 'delete' },
} as const satisfies Record<string, Purpose>;

export type LinkPurpose = keyof typeof PURPOSES;

/** Purposes whose link is exchanged for a cookie. */
export type OpeningPurpose = {
  [P in LinkPurpose]: (typeof PURPOSES)[P]['cookie'] extends string ? P : never;
}[LinkPurpose];

export const LINK_PURPOSES = Object.keys(PURPOSES) as LinkPurpose[];

export const isOpening = (purpose: string): purpose is OpeningPurpose =>
  Object.hasOwn(PURPOSES, purpose) && PURPOSES[purpose as LinkPurpose].cookie !== null;

export const OPENING_PURPOSES: readonly OpeningPurpose[] = LINK_PURPOSES.filter(isOpening);
