import { createHash } from 'node:crypto';
import PostalMime, { addressParser, type Attachment } from 'postal-mime';
import { enhancedStatusIn } from '../mails/mail-error.ts';

/** A mail server's report about one of our mails: what could not be delivered (RFC 3464), or a complaint (RFC 5965). */
export interface DeliveryReport {
  /** The report's own Message-ID, or a hash of its source. */
  readonly id: string;
  readonly at: Date;
  /** The Message-ID of the mail that it is about, if the report returns it. */
  readonly messageId: string | null;
  readonly to: string | null;
  /** Recipients who will not get the mail, without those for whom the server is still trying. */
  readonly failures: readonly { readonly address: string; readonly status: string | null }[];
  readonly complaint: { readonly address: string } | null;
}

type Fields = ReadonlyMap<string, string>;

/** PostgreSQL cannot store NUL: a report with it would be refused again and again, and block the others. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '');

/**
 * Parses `Name: value` lines. Folded lines are joined, names are lowercased, and the first of repeated fields counts.
 */
const fieldsOf = (block: string): Fields => {
  const fields = new Map<string, string>();
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name, value] = /^([!-9;-~]{1,80}):\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), (value ?? '').trim());
  }
  return fields;
};

/** `rfc822; ada@example.com` -> `ada@example.com` */
const recipientIn = (field: string | undefined): string => {
  const value = (field ?? '').replace(/^[\w-]+\s*;/, '').trim();
  return addressParser(value)[0]?.address ?? value;
};

const textOf = ({ content }: Attachment): string =>
  withoutNul(typeof content === 'string' ? content : new TextDecoder().decode(content));

const partOf = (attachments: readonly Attachment[], ...types: readonly string[]): string | undefined => {
  const part = attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()));
  return part && textOf(part);
};

const failureIn = (fields: Fields): DeliveryReport['failures'] => {
  if (fields.get('action')?.toLowerCase() !== 'failed') return [];
  const address = recipientIn(fields.get('original-recipient') ?? fields.get('final-recipient'));
  const status = enhancedStatusIn(fields.get('status') ?? '');
  // Old servers report 5.0.0; the words of the server that refused are more precise.
  const precise =
    status === undefined || status.endsWith('.0.0') ? enhancedStatusIn(fields.get('diagnostic-code') ?? '') : status;
  return address === '' ? [] : [{ address, status: precise ?? status ?? null }];
};

/** Each of our mails has one recipient. A report may name a few; one that names thousands is made up. */
const MAX_FAILURES = 10;

const NO_COMPLAINT = ['not-spam'];

const complaintIn = (feedback: Fields): DeliveryReport['complaint'] => {
  const type = feedback.get('feedback-type')?.toLowerCase();
  if (type === undefined || NO_COMPLAINT.includes(type)) return null;
  return { address: recipientIn(feedback.get('original-rcpt-to')) };
};

const hashOf = (source: Uint8Array): string => createHash('sha256').update(source).digest('hex');

/**
 * Reads a report from a mail's source; null if the mail is something else, such as a reader's answer or an absence
 * note. Never rejects because of its content.
 */
export async function readReport(source: Uint8Array, arrivedAt: Date): Promise<DeliveryReport | null> {
  const mail = await PostalMime.parse(source, { forceRfc822Attachments: true }).catch(() => null);
  if (!mail) return null;
  const { attachments, messageId } = mail;
  const status = partOf(attachments, 'message/delivery-status', 'message/global-delivery-status');
  const feedback = partOf(attachments, 'message/feedback-report');
  if (status === undefined && feedback === undefined) return null;
  const returned = partOf(
    attachments,
    'message/rfc822',
    'text/rfc822-headers',
    'message/global',
    'message/global-headers',
  );
  const [head = ''] = (returned ?? '').split(/\r?\n\r?\n/);
  const original = fieldsOf(head);
  return {
    id: withoutNul(messageId ?? hashOf(source)).slice(0, 300),
    at: arrivedAt,
    messageId: original.get('message-id') ?? null,
    to: original.has('to') ? recipientIn(original.get('to')) : null,
    failures: (status ?? '')
      .split(/\r?\n\r?\n/)
      .flatMap((block) => failureIn(fieldsOf(block)))
      .slice(0, MAX_FAILURES),
    complaint: feedback === undefined ? null : complaintIn(fieldsOf(feedback)),
  };
}
