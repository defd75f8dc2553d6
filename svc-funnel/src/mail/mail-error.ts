/** Why a mail did not go: for good (the server refuses it), or for now. */
export type MailErrorKind = 'permanent' | 'temporary';

/** A mail that was not accepted. Never carries an address. */
export class MailError extends Error {
  readonly kind: MailErrorKind;
  /** What happened, short enough for a column: `refused 550`, `timeout`, `unreachable`. */
  readonly code: string;

  constructor(kind: MailErrorKind, code: string) {
    super(`The mail was not accepted (${kind}): ${code}`);
    this.name = 'MailError';
    this.kind = kind;
    this.code = code;
  }
}
