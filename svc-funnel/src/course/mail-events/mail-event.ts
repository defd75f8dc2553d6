import { z } from 'zod';
import { enhancedStatusIn, isAddressStatus } from '../mails/mail-error.ts';
import { type DeliveryReport, withoutNul } from './delivery-report.ts';

/**
 * What happened to a mail after a server had accepted it. `hard`: the address takes no mail. `soft`: the mail did not
 * arrive, but a later one may. `complaint`: its reader marked it as spam.
 */
export interface MailEvent {
  /** The same for the same event, however often it is reported. */
  readonly id: string;
  readonly kind: 'hard' | 'soft' | 'complaint';
  /** With brackets, as in our mail; null if the report has none. */
  readonly messageId: string | null;
  readonly address: string;
  /** Such as `5.1.1`; null when unknown. */
  readonly status: string | null;
  readonly at: Date;
}

/** A report and its source: a provider's verified webhook, or a mail in the bounce mailbox. */
export type Report =
  | { readonly source: 'mailgun'; readonly token: string; readonly data: unknown }
  | { readonly source: 'sendgrid'; readonly events: readonly unknown[] }
  | { readonly source: 'mailbox'; readonly report: DeliveryReport };

type Kind = MailEvent['kind'];

const text = z.string().transform(withoutNul);
const address = text.pipe(z.string().trim());
/** Unix time in seconds, up to the year 9999. */
const seconds = z.number().min(0).max(253_402_300_799);

const bracketed = (messageId: string | null | undefined): string | null =>
  messageId ? `<${messageId.trim().replace(/^<|>$/g, '')}>` : null;

/**
 * Returns `hard` for a status about the address, and `soft` for a full mailbox, a policy or an expired retry;
 * `otherwise` if the status is unknown.
 */
const kindOf = (status: string | undefined, otherwise: Kind): Kind => {
  if (status === undefined || /^[45]\.0\.0$/.test(status)) return otherwise;
  return isAddressStatus(status) ? 'hard' : 'soft';
};

const mailgunEvent = z
  .object({
    event: text,
    severity: text.nullish(),
    reason: text.nullish(),
    recipient: address,
    timestamp: seconds,
    message: z.object({ headers: z.object({ 'message-id': text.nullish() }) }).nullish(),
    'delivery-status': z.object({ 'enhanced-code': text.nullish(), 'bounce-type': text.nullish() }).nullish(),
  })
  // The code is empty if the receiving server sent none.
  .transform((event) => ({ ...event, status: enhancedStatusIn(event['delivery-status']?.['enhanced-code'] ?? '') }));

/**
 * Mailgun retries temporary failures itself, and reports a permanent one again as `suppress-...` for each later mail.
 */
const mailgunKind = (input: z.infer<typeof mailgunEvent>): Kind | undefined => {
  const { event, severity, reason, status, 'delivery-status': delivery } = input;
  if (event === 'complained') return 'complaint';
  if (event !== 'failed' || severity !== 'permanent') return undefined;
  if (reason === 'suppress-unsubscribe') return undefined;
  if (reason === 'suppress-complaint') return 'complaint';
  if (reason === 'suppress-bounce') return 'hard';
  const isHardBounce = reason === 'bounce' && delivery?.['bounce-type'] !== 'soft';
  return kindOf(status, isHardBounce ? 'hard' : 'soft');
};

const mailgunEvents = (token: string, data: unknown): MailEvent[] => {
  const event = mailgunEvent.safeParse(data);
  const kind = event.success && mailgunKind(event.data);
  if (!kind) return [];
  const { recipient, timestamp, message, status } = event.data;
  return [
    {
      // Mailgun's own ids are unique within a day only.
      id: `mailgun:${token}`,
      kind,
      messageId: bracketed(message?.headers['message-id']),
      address: recipient,
      status: status ?? null,
      at: new Date(timestamp * 1000),
    },
  ];
};

const sendgridEvent = z.object({
  event: text,
  type: text.nullish(),
  reason: text.nullish(),
  status: text.nullish(),
  email: address,
  timestamp: seconds,
  sg_event_id: text.pipe(z.string().min(1).max(200)),
  /** Our Message-ID, set by X-SMTPAPI. */
  message_id: text.nullish(),
  'smtp-id': text.nullish(),
});

const DROPPED: Readonly<Record<string, Kind>> = {
  'bounced address': 'hard',
  invalid: 'hard',
  'spam reporting address': 'complaint',
};

/** SendGrid retries `deferred` mails itself. */
const sendgridKind = ({ event, type, reason, status }: z.infer<typeof sendgridEvent>): Kind | undefined => {
  if (event === 'spamreport') return 'complaint';
  if (event === 'dropped') return DROPPED[(reason ?? '').toLowerCase()];
  if (event !== 'bounce') return undefined;
  return kindOf(enhancedStatusIn(status ?? ''), type === 'blocked' ? 'soft' : 'hard');
};

const sendgridEvents = (input: unknown): MailEvent[] => {
  const event = sendgridEvent.safeParse(input);
  const kind = event.success && sendgridKind(event.data);
  if (!kind) return [];
  const { sg_event_id: id, message_id: ownId, 'smtp-id': smtpId, email, status, timestamp } = event.data;
  return [
    {
      id: `sendgrid:${id}`,
      kind,
      messageId: bracketed(ownId ?? smtpId),
      address: email,
      status: enhancedStatusIn(status ?? '') ?? null,
      at: new Date(timestamp * 1000),
    },
  ];
};

const mailboxEvents = ({ id, at, messageId, to, failures, complaint }: DeliveryReport): MailEvent[] => {
  const about = { messageId: bracketed(messageId), at };
  if (complaint)
    return [
      { id: `mailbox:${id}`, kind: 'complaint', address: (to ?? complaint.address).trim(), status: null, ...about },
    ];
  return failures.map(({ address, status }, index) => ({
    id: `mailbox:${id}${index === 0 ? '' : `:${index}`}`,
    kind: kindOf(status ?? undefined, 'soft'),
    // For a forwarded mail, the report names the address that ours forwards to.
    address: (to ?? address).trim(),
    status,
    ...about,
  }));
};

/**
 * Translates a report into events, without side effects. Anything that is neither a bounce nor a complaint, or cannot
 * be read, is skipped.
 */
export function translate(report: Report): MailEvent[] {
  switch (report.source) {
    case 'mailgun':
      return mailgunEvents(report.token, report.data);
    case 'sendgrid':
      return report.events.flatMap(sendgridEvents);
    case 'mailbox':
      return mailboxEvents(report.report);
    default:
      return report satisfies never;
  }
}
