import { MailError } from './mail-error.ts';

interface Reported {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

const UNREACHABLE = ['EDNS', 'ECONNECTION', 'ESOCKET', 'ETLS', 'ECONNREFUSED', 'ECONNRESET'];

/** RFC 3463: bad mailbox, bad system, bad syntax, moved, no mail accepted, mailbox disabled. */
const ADDRESS_STATUS = /\b5\.(1\.(0|1|2|3|6|10)|2\.1)\b/;
const ENHANCED_STATUS = /\b[245]\.\d{1,3}\.\d{1,3}\b/;
/** RFC 5321: no such mailbox, not local, name not allowed, domain takes no mail. */
const ADDRESS_REPLIES = [550, 551, 553, 556];

/** Whether the server's answer is about the reader's address. Anything else (sender, login, policy, size) is ours to repair. */
const isAboutAddress = ({ command, responseCode = 0, response = '' }: Reported): boolean => {
  if (responseCode < 500 || (command !== 'RCPT TO' && command !== 'DATA')) return false;
  return ENHANCED_STATUS.test(response) ? ADDRESS_STATUS.test(response) : ADDRESS_REPLIES.includes(responseCode);
};

/**
 * What became of a mail that was not accepted, in words without an address: permanent when this address takes no mail,
 * temporary when a later try may succeed.
 */
export function toMailError(error: unknown): MailError {
  const reported: Reported = typeof error === 'object' && error !== null ? error : {};
  const { code = 'unknown', responseCode } = reported;
  if (isAboutAddress(reported)) return new MailError('permanent', `refused ${responseCode}`);
  if (code === 'EAUTH') return new MailError('temporary', 'login refused');
  if (responseCode !== undefined) return new MailError('temporary', `refused ${responseCode}`);
  if (code === 'ETIMEDOUT' || code === 'EABORT' || code === 'ABORT_ERR') return new MailError('temporary', 'timeout');
  if (UNREACHABLE.includes(code)) return new MailError('temporary', 'unreachable');
  return new MailError('temporary', code.slice(0, 40));
}
