/** Permanent if the server refuses the mail for good, temporary if a later attempt may succeed. */
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

/** A mail that cannot be composed now. Never carries an address. */
export class ComposeError extends Error {
  /** Why, short enough for a column: `lesson day-12 unreadable`. */
  readonly code: string;

  constructor(code: string) {
    super(`The mail cannot be composed: ${code}`);
    this.name = 'ComposeError';
    this.code = code;
  }
}

interface TransportError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

const UNREACHABLE = ['EDNS', 'ECONNECTION', 'ESOCKET', 'ECONNREFUSED', 'ECONNRESET'];

/**
 * RFC 3463: bad mailbox, bad system, bad syntax, moved, no mail accepted, mailbox disabled. 5.1.7 and 5.1.8 are about
 * the sender.
 */
const ADDRESS_STATUS = /^5\.(1\.(0|1|2|3|6|10)|2\.1)$/;

/** True if an enhanced status, such as `5.1.1`, says that the address itself accepts no mail. */
export const isAddressStatus = (status: string): boolean => ADDRESS_STATUS.test(status);

/** The first status in a reply that is not part of an IP address. */
const ENHANCED_STATUS = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/;

/** Returns the enhanced status (RFC 3463) in a server's reply, such as `5.1.1`; undefined if there is none. */
export const enhancedStatusIn = (reply: string): string | undefined => ENHANCED_STATUS.exec(reply)?.[0];

/** RFC 5321: no such mailbox, not local, name not allowed, domain accepts no mail. */
const ADDRESS_REPLIES = [550, 551, 553, 556];

/**
 * True if the server's reply is about the reader's address. Anything else (sender, login, policy, size) is ours to fix.
 * A bare code is about the address only if the address was just sent: after the content it may mean spam or DMARC.
 */
const isAboutAddress = ({ command, responseCode = 0, response = '' }: TransportError): boolean => {
  if (responseCode < 500 || (command !== 'RCPT TO' && command !== 'DATA')) return false;
  const status = enhancedStatusIn(response);
  return status === undefined
    ? command === 'RCPT TO' && ADDRESS_REPLIES.includes(responseCode)
    : isAddressStatus(status);
};

/** Returns a code such as `refused 550 5.7.26`, by which the owner can look up the reason. */
const refusalOf = ({ responseCode, response = '' }: TransportError): string =>
  ['refused', responseCode, enhancedStatusIn(response)].filter(Boolean).join(' ');

/**
 * Converts an error of the transport into a MailError without addresses: permanent if this address accepts no mail,
 * temporary if a later attempt may succeed.
 */
export function toMailError(error: unknown): MailError {
  const details: TransportError = typeof error === 'object' && error !== null ? error : {};
  const { code = 'unknown', responseCode } = details;
  if (isAboutAddress(details)) return new MailError('permanent', refusalOf(details));
  if (code === 'ETLS') return new MailError('temporary', 'TLS failed');
  if (code === 'EAUTH') return new MailError('temporary', 'login refused');
  if (responseCode !== undefined) return new MailError('temporary', refusalOf(details));
  if (code === 'ETIMEDOUT' || code === 'EABORT' || code === 'ABORT_ERR') return new MailError('temporary', 'timeout');
  if (UNREACHABLE.includes(code)) return new MailError('temporary', 'unreachable');
  return new MailError('temporary', code.slice(0, 40));
}
