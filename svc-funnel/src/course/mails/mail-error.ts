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

interface Reported {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

const UNREACHABLE = ['EDNS', 'ECONNECTION', 'ESOCKET', 'ETLS', 'ECONNREFUSED', 'ECONNRESET'];

/** RFC 3463: bad mailbox, bad system, bad syntax, moved, no mail accepted, mailbox disabled. 5.1.7 and 5.1.8 are about the sender. */
const ADDRESS_STATUS = /^5\.(1\.(0|1|2|3|6|10)|2\.1)$/;

/** Whether an enhanced status, such as `5.1.1`, says that the address itself takes no mail. */
export const isAddressStatus = (status: string): boolean => ADDRESS_STATUS.test(status);

/** The first one of a reply, which is not a part of an internet address. */
const ENHANCED_STATUS = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/;

/** The enhanced status (RFC 3463) in a server's reply, such as `5.1.1`; undefined when it names none. */
export const enhancedStatusIn = (reply: string): string | undefined => ENHANCED_STATUS.exec(reply)?.[0];

/** RFC 5321: no such mailbox, not local, name not allowed, domain takes no mail. */
const ADDRESS_REPLIES = [550, 551, 553, 556];

/**
 * Whether the server's answer is about the reader's address. Anything else (sender, login, policy, size) is ours to repair.
 * A bare code is about the address only where the address was just told: after the content it may mean spam or DMARC.
 */
const isAboutAddress = ({ command, responseCode = 0, response = '' }: Reported): boolean => {
  if (responseCode < 500 || (command !== 'RCPT TO' && command !== 'DATA')) return false;
  const status = enhancedStatusIn(response);
  return status === undefined
    ? command === 'RCPT TO' && ADDRESS_REPLIES.includes(responseCode)
    : isAddressStatus(status);
};

/** `refused 550 5.7.26`: what the owner needs to look it up. */
const refusalOf = ({ responseCode, response = '' }: Reported): string =>
  ['refused', responseCode, enhancedStatusIn(response)].filter(Boolean).join(' ');

/**
 * What became of a mail that was not accepted, in words without an address: permanent when this address takes no mail,
 * temporary when a later try may succeed.
 */
export function toMailError(error: unknown): MailError {
  const reported: Reported = typeof error === 'object' && error !== null ? error : {};
  const { code = 'unknown', responseCode } = reported;
  if (isAboutAddress(reported)) return new MailError('permanent', refusalOf(reported));
  if (code === 'EAUTH') return new MailError('temporary', 'login refused');
  if (responseCode !== undefined) return new MailError('temporary', refusalOf(reported));
  if (code === 'ETIMEDOUT' || code === 'EABORT' || code === 'ABORT_ERR') return new MailError('temporary', 'timeout');
  if (UNREACHABLE.includes(code)) return new MailError('temporary', 'unreachable');
  return new MailError('temporary', code.slice(0, 40));
}
