import { z } from 'zod';
import { enhancedStatusIn, isAddressStatus } from '../mails/mail-error.ts';
import type { DeliveryReport } from './delivery-report.ts';

/**
 * What became of a mail after a server had accepted it. `hard`: the address takes no mail. `soft`: it did not arrive, and a
 * later one may. `complaint`: its reader marked it as spam.
 */
export interface MailEvent {
  /** The same for the same event, however often it is reported. */
  readonly id: string;
  readonly kind: 'hard' | 'soft' | 'complaint';
  /** With its brackets, as our mail carried it; null when the report names none. */
  readonly messageId: string | null;
  readonly address: string;
  /** Such as `5.1.1`; null when unknown. */
  readonly status: string | null;
  readonly at: Date;
}

/** What was reported, by whom: a provider's verified webhook, or a mail in the mailbox of bounces. */
export type Report =
  | { readonly source: 'mailgun'; readonly token: string; readonly data: unknown }
  | { readonly source: 'sendgrid'; readonly events: readonly unknown[] }
  | { readonly source: 'mailbox'; readonly report: DeliveryReport };

type Kind = MailEvent['kind'];

/** Without NUL, which PostgreSQL refuses: a report must not be refused again and again. */
const text = z.string().transform((given) => given.replaceAll('\0', ''));
/** Seconds until the year 9999. */
const seconds = z.number().min(0).max(253_402_300_799);

const bracketed = (messageId: string | null | undefined): string | null =>
  messageId ? `<${messageId.trim().replace(/^<|>$/g, '')}>` : null;

/** A status that names the address is a hard bounce; a full mailbox, a policy or an expired retry is not. */
const kindOf = (status: string | undefined, otherwise: Kind): Kind => {
  if (status === undefined || /^[45]\.0\.0$/.test(status)) return otherwise;
  return isAddressStatus(status) ? 'hard' : 'soft';
};

const mailgunEvent = z
  .object({
    event: text,
    severity: text.nullish(),
    reason: text.nullish(),
    recipient: text,
    timestamp: seconds,
    message: z.object({ headers: z.object({ 'message-id': text.nullish() }) }).nullish(),
    'delivery-status': z.object({ 'enhanced-code': text.nullish(), 'bounce-type': text.nullish() }).nullish(),
  })
  // Empty where the receiving server named none.
  .transform((event) => ({ ...event, status: enhancedStatusIn(event['delivery-status']?.['enhanced-code'] ?? '') }));

/** Temporary failures are Mailgun's own to try again; a permanent one is told again as `suppress-...` for each later mail. */
const mailgunKind = (given: z.infer<typeof mailgunEvent>): Kind | undefined => {
  const { event, severity, reason, status, 'delivery-status': delivery } = given;
  if (event === 'complained') return 'complaint';
  if (event !== 'failed' || severity !== 'permanent') return undefined;
  if (reason === 'suppress-unsubscribe') return undefined;
  if (reason === 'suppress-complaint') return 'complaint';
  if (reason === 'suppress-bounce') return 'hard';
  const isHardBounce = reason === 'bounce' && delivery?.['bounce-type'] !== 'soft';
  return kindOf(status, isHardBounce ? 'hard' : 'soft');
};

const ofMailgun = (token: string, data: unknown): MailEvent[] => {
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
  email: text,
  timestamp: seconds,
  sg_event_id: text.pipe(z.string().min(1).max(200)),
  /** Ours, by X-SMTPAPI. */
  message_id: text.nullish(),
  'smtp-id': text.nullish(),
});

const DROPPED: Readonly<Record<string, Kind>> = {
  'bounced address': 'hard',
  invalid: 'hard',
  'spam reporting address': 'complaint',
};

/** `deferred` is SendGrid's own to try again. */
const sendgridKind = ({ event, type, reason, status }: z.infer<typeof sendgridEvent>): Kind | undefined => {
  if (event === 'spamreport') return 'complaint';
  if (event === 'dropped') return DROPPED[(reason ?? '').toLowerCase()];
  if (event !== 'bounce') return undefined;
  return kindOf(enhancedStatusIn(status ?? ''), type === 'blocked' ? 'soft' : 'hard');
};

const ofSendgrid = (given: unknown): MailEvent[] => {
  const event = sendgridEvent.safeParse(given);
  const kind = event.success && sendgridKind(event.data);
  if (!kind) return [];
  const { sg_event_id: id, message_id: ours, 'smtp-id': theirs, email, status, timestamp } = event.data;
  return [
    {
      id: `sendgrid:${id}`,
      kind,
      messageId: bracketed(ours ?? theirs),
      address: email,
      status: enhancedStatusIn(status ?? '') ?? null,
      at: new Date(timestamp * 1000),
    },
  ];
};

const ofMailbox = ({ id, at, messageId, to, failures, complaint }: DeliveryReport): MailEvent[] => {
  const about = { messageId: bracketed(messageId), at };
  if (complaint)
    return [{ id: `mailbox:${id}`, kind: 'complaint', address: to ?? complaint.address, status: null, ...about }];
  return failures.map(({ address, status }, index) => ({
    id: `mailbox:${id}${index === 0 ? '' : `:${index}`}`,
    kind: kindOf(status ?? undefined, 'soft'),
    // Of a forwarded mail, the report names the address behind ours.
    address: to ?? address,
    status,
    ...about,
  }));
};

/** Pure translation of what was reported; what concerns no bounce and no complaint, or cannot be read, is no event. */
export function translate(report: Report): MailEvent[] {
  switch (report.source) {
    case 'mailgun':
      return ofMailgun(report.token, report.data);
    case 'sendgrid':
      return report.events.flatMap(ofSendgrid);
    case 'mailbox':
      return ofMailbox(report.report);
    default:
      return report satisfies never;
  }
}
