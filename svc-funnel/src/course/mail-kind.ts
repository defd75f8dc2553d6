import type { Prisma } from '../generated/prisma/client.ts';

/** Kinds of mail, as the check constraint of `deliveries` lists them. Lessons are queued by the course itself. */
export type MailKind =
  | 'confirmation'
  | 'lesson'
  | 'stopped'
  | 'course_link'
  | 'refund_request'
  | 'withdrawal'
  | 'second_order'
  | 'owner_refund_request'
  | 'owner_alert'
  | 'owner_second_order';

/** What a template needs beyond the order, such as `findings` of an `owner_alert`. Never an address, a name or a token. */
export type MailDetails = Prisma.InputJsonObject;
