import { z } from 'zod';
import { orderNumber } from './order-number.ts';
import { email } from './session.ts';
import { text } from './text.ts';

/** A link's secret: 32 bytes in base64url, from the fragment of a mail's link. */
export const linkToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be the token of a link');

/** Body of `POST /api/course/session`: exchanges a link's token for a cookie. */
export const openCourse = z.strictObject({ token: linkToken });

/** Answer to it, and to `GET` and `DELETE` of the same. In the answer to GET, `refund`: the refund page is open; `refunded`: the course was paid back, and nothing is. */
export const courseSession = z.strictObject({
  open: z.boolean(),
  refund: z.boolean().optional(),
  refunded: z.boolean().optional(),
});

/** Body of `POST /api/course/links`: asks for a new link by mail, to the course or to the refund page. */
export const requestLink = z.strictObject({ email, purpose: z.enum(['course', 'refund']).default('course') });

/** Answer to it, the same whether the address is known or not, and to `POST /api/course/refund-request/link`. */
export const requestedLink = z.strictObject({ accepted: z.literal(true) });

/** Place of a lesson in the reader's own order, from 1. */
export const lessonPlace = z.coerce
  .number('must be a number')
  .int('must be a whole number')
  .min(1, 'must be from 1 to 84')
  .max(84, 'must be from 1 to 84');

const moment = z.iso.datetime();

/** A lesson in the list. `title` and `minutes` are null while its text cannot be read. */
export const lessonHead = z.strictObject({
  place: z.int(),
  title: z.string().nullable(),
  minutes: z.int().nullable(),
  sentAt: moment,
});

/** Why no more lessons come although not all were sent. */
export const stopReason = z.enum(['unsubscribed', 'bounced', 'other']);

/** The reader's course while it can be read: never a name, an address or an answer. */
export const openCourseView = z.strictObject({
  is: z.literal('open'),
  orderNumber,
  status: z.enum(['active', 'finished', 'stopped']),
  stopReason: stopReason.nullable(),
  days: z.int(),
  /** Newest first: those that were sent, or that could not be delivered. */
  lessons: z.array(lessonHead),
  nextLessonAt: moment.nullable(),
  /** Until when the lessons can be read here. While the course runs, as it stands today. */
  readableUntil: moment,
});

/** `over`: the time to read has passed. */
export const closedCourseView = z.strictObject({
  is: z.literal('closed'),
  orderNumber,
  because: z.enum(['refunded', 'disputed', 'over']),
  since: moment,
});

/** Answer to `GET /api/course`. */
export const courseView = z.discriminatedUnion('is', [openCourseView, closedCourseView]);

/** Answer to `GET /api/course/lessons/{place}`. `html` has no script, style, id or image. */
export const lessonText = z.strictObject({
  place: z.int(),
  title: z.string(),
  minutes: z.int(),
  exercise: z.string(),
  html: z.string(),
});

/** Answer to `POST /api/unsubscribe/{token}`: `resumeUntil` says until when that can be taken back; null when it cannot. */
export const unsubscribed = z.strictObject({ status: z.literal('unsubscribed'), resumeUntil: moment.nullable() });

/** Answer to `POST /api/unsubscribe/{token}/resume`. */
export const resumed = z.strictObject({ status: z.literal('active'), nextLessonAt: moment });

/** Body of `POST /api/course/refund-request`. */
export const requestRefund = z.strictObject({ reason: text(2000).optional() });

/**
 * Answer to both refund calls. `possible`: nothing asked yet. `requested`: waits for the owner. `declined`: the owner
 * answered no. `over`: more days than the guarantee have passed.
 */
export const refundView = z.strictObject({
  status: z.enum(['possible', 'requested', 'refunded', 'disputed', 'declined', 'over']),
  planTitle: z.string(),
  amountCents: z.int(),
  currency: z.string(),
  paidAt: moment,
  /** The last moment of the guarantee. */
  until: moment,
  requestedAt: moment.nullable(),
  refundedAt: moment.nullable(),
});

export type CourseView = z.infer<typeof courseView>;
export type OpenCourseView = z.infer<typeof openCourseView>;
export type ClosedCourseView = z.infer<typeof closedCourseView>;
export type LessonHead = z.infer<typeof lessonHead>;
export type LessonText = z.infer<typeof lessonText>;
export type CourseSession = z.infer<typeof courseSession>;
export type OpenCourse = z.infer<typeof openCourse>;
export type RequestLink = z.infer<typeof requestLink>;
export type RequestedLink = z.infer<typeof requestedLink>;
export type Unsubscribed = z.infer<typeof unsubscribed>;
export type Resumed = z.infer<typeof resumed>;
export type RequestRefund = z.infer<typeof requestRefund>;
export type RefundView = z.infer<typeof refundView>;
