import { z } from 'zod';
import { orderNumber } from './checkout.ts';
import { LINK_TOKEN, REFUND_REASON_MAX } from './patterns.ts';
import { email, hasField, timeZone } from './session.ts';
import { text } from './text.ts';

/** The secret of a link: 32 bytes in base64url, from the fragment of a link in a mail. */
export const linkToken = z.string().regex(LINK_TOKEN, 'must be the token of a link');

/**
 * Body of every call made from a link in a mail: exchanging it for the course's cookie, viewing or undoing a second
 * order or a withdrawal, confirming a first step. The token is in the body because URLs end up in logs.
 */
export const linkBody = z.strictObject({ token: linkToken });

/** Response to requests that are answered by mail: the same whether or not a mail is sent. */
export const accepted = z.strictObject({ accepted: z.literal(true) });

/**
 * Response to `POST`, `GET` and `DELETE` of `/api/course/session`. `GET` adds `refund`, true if the refund page may be
 * opened, and `refunded`, true if no course is open because its order was refunded.
 */
export const courseSession = z.strictObject({
  open: z.boolean(),
  refund: z.boolean().optional(),
  refunded: z.boolean().optional(),
});

/** Body of `POST /api/course/links`: requests a new link by mail, to the course or the refund page. */
export const requestLink = z.strictObject({ email, purpose: z.enum(['course', 'refund']).default('course') });

/** A lesson's place in the reader's own order, from 1. */
export const lessonPlace = z.coerce
  .number('must be a number')
  .int('must be a whole number')
  .min(1, 'must be from 1 to 84')
  .max(84, 'must be from 1 to 84');

const moment = z.iso.datetime();

/** A day on the reader's calendar. */
const day = z.iso.date('must be a day such as 2026-12-05');

/** A lesson in the list. `title` and `minutes` are null while its file cannot be read. */
const lessonHead = z.strictObject({
  place: z.int(),
  title: z.string().nullable(),
  minutes: z.int().nullable(),
  sentAt: moment,
  /** The reader marked it as done. */
  done: z.boolean(),
});

const sendHour = z.int('must be a whole number').min(0, 'must be from 0 to 23').max(23, 'must be from 0 to 23');

/** When the lessons of a running course are sent. */
const readerSchedule = z.strictObject({
  /** Hour of the reader's own day, 0 to 23. */
  hour: sendHour,
  weekdaysOnly: z.boolean(),
  /** The reader's current UTC offset. The zone's name would tell anyone with the link where the reader lives. */
  utcOffsetMinutes: z.int(),
  /** The day on which lessons resume; null if not paused. */
  pausedUntil: day.nullable(),
  /** The latest day until which the course can be paused. */
  pauseLimit: day,
  /**
   * Whether the next lesson can be requested now. `waiting`: the previous one is still on its way. `tomorrow`: not on
   * the same day as those already sent.
   */
  nextNow: z.enum(['possible', 'waiting', 'tomorrow']),
});

/** Body of `PATCH /api/course/schedule`: at least one field. Omitted fields stay unchanged. */
export const changeSchedule = z
  .strictObject({
    hour: sendHour.optional(),
    weekdaysOnly: z.boolean().optional(),
    timeZone: timeZone.optional(),
  })
  .refine(hasField, 'must change at least one of hour, weekdaysOnly, timeZone');

/** Body of `POST /api/course/pause`. */
export const pauseCourse = z.strictObject({ until: day });

/** Why no more lessons are sent although some remain. */
export const stopReason = z.enum(['unsubscribed', 'bounced', 'other']);

/** The reader's course while it can be read. It never contains a name, an address or an answer. */
const openCourseView = z.strictObject({
  is: z.literal('open'),
  orderNumber,
  status: z.enum(['active', 'finished', 'stopped']),
  stopReason: stopReason.nullable(),
  /** Until when the unsubscription can be undone; null if there is none, or if it can no longer be undone. */
  resumeUntil: moment.nullable(),
  days: z.int(),
  /** Newest first: lessons that were sent or could not be delivered. */
  lessons: z.array(lessonHead),
  nextLessonAt: moment.nullable(),
  /** Null for a course that sends no more lessons. */
  schedule: readerSchedule.nullable(),
  /** Lesson days in a row, up to now, on which a lesson was marked as done. */
  streak: z.int(),
  /** When access to the lessons ends. May still move while the course is running. */
  readableUntil: moment,
});

/** `over`: access has expired. */
const closedCourseView = z.strictObject({
  is: z.literal('closed'),
  orderNumber,
  because: z.enum(['refunded', 'disputed', 'over']),
  since: moment,
});

/**
 * Response to `GET /api/course`, and to every call that changes the schedule or a mark, or undoes an unsubscription.
 */
export const courseView = z.discriminatedUnion('is', [openCourseView, closedCourseView]);

/** Response to `GET /api/course/lessons/{place}`. `html` contains no script, style or id. */
export const lessonText = z.strictObject({
  place: z.int(),
  title: z.string(),
  minutes: z.int(),
  exercise: z.string(),
  html: z.string(),
});

/** Identifies a cheat sheet, template, collection of prompts or video by its file name. */
export const resourceSlug = z
  .string()
  .max(80, 'must be shorter')
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be small letters and hyphens');

const resource = z.strictObject({
  slug: resourceSlug,
  kind: z.enum(['cheat-sheet', 'template', 'prompts', 'video']),
  title: z.string(),
  summary: z.string(),
  area: z.enum(['writing', 'design', 'development', 'marketing', 'business', 'general']),
  level: z.enum(['start', 'next', 'deep']),
  minutes: z.int(),
});

/** A resource in the list. `topics` are its headings, such as the titles of its prompts, for the search. */
const resourceHead = resource.extend({ topics: z.array(z.string()) });

/** Response to `GET /api/course/resources`. */
export const resourceList = z.strictObject({ resources: z.array(resourceHead) });

/** `html` contains no script, style or id. `copy` is a text for copying; its title is the heading above it. */
const resourcePart = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('html'), html: z.string() }),
  z.strictObject({ is: z.literal('copy'), title: z.string(), text: z.string() }),
]);

/** Response to `GET /api/course/resources/{slug}`. */
export const resourcePage = resource.extend({ parts: z.array(resourcePart) });

/**
 * Response to `POST /api/unsubscribe/{token}`, which ends the lessons of one order. It can be undone until
 * `resumeUntil`; null if it cannot be undone.
 */
export const unsubscribed = z.strictObject({
  status: z.literal('unsubscribed'),
  orderNumber,
  planTitle: z.string(),
  resumeUntil: moment.nullable(),
});

/** Response to `POST /api/unsubscribe/{token}/resume`. */
export const resumed = z.strictObject({ status: z.literal('active'), nextLessonAt: moment });

/** What a page shows about an order. No email address: the holder of the link may not be the buyer. */
export const orderFacts = z.strictObject({
  orderNumber,
  planTitle: z.string(),
  amountCents: z.int(),
  currency: z.string(),
});

/** Body of `POST /api/course/refund-request`. */
export const requestRefund = z.strictObject({ reason: text(REFUND_REASON_MAX).optional() });

/**
 * Response to both refund calls. `possible`: not requested yet. `requested`: waiting for the owner. `declined`: the
 * owner refused. `over`: the guarantee has expired.
 */
export const refundView = orderFacts.extend({
  status: z.enum(['possible', 'requested', 'refunded', 'disputed', 'declined', 'over']),
  paidAt: moment,
  /** The last moment of the guarantee. */
  until: moment,
  requestedAt: moment.nullable(),
  refundedAt: moment.nullable(),
});

/**
 * Response to both calls about a second order. `possible`: it can be undone. `undone`: it was undone, and its refund is
 * under way. `over`: it can no longer be undone. `refunded`, `disputed`: the order ended in another way.
 */
export const secondOrderView = orderFacts.extend({
  status: z.enum(['possible', 'undone', 'refunded', 'disputed', 'over']),
  paidAt: moment,
  /** The last moment at which the order can be undone. */
  until: moment,
});

export type CourseView = z.infer<typeof courseView>;
export type OpenCourseView = z.infer<typeof openCourseView>;
export type ClosedCourseView = z.infer<typeof closedCourseView>;
export type LessonHead = z.infer<typeof lessonHead>;
export type ReaderSchedule = z.infer<typeof readerSchedule>;
export type ChangeSchedule = z.infer<typeof changeSchedule>;
export type PauseCourse = z.infer<typeof pauseCourse>;
export type LessonText = z.infer<typeof lessonText>;
export type ResourceHead = z.infer<typeof resourceHead>;
export type ResourceList = z.infer<typeof resourceList>;
export type ResourcePart = z.infer<typeof resourcePart>;
export type ResourcePage = z.infer<typeof resourcePage>;
export type CourseSession = z.infer<typeof courseSession>;
export type LinkBody = z.infer<typeof linkBody>;
export type Accepted = z.infer<typeof accepted>;
export type OrderFacts = z.infer<typeof orderFacts>;
export type RequestLink = z.infer<typeof requestLink>;
export type Unsubscribed = z.infer<typeof unsubscribed>;
export type Resumed = z.infer<typeof resumed>;
export type RequestRefund = z.infer<typeof requestRefund>;
export type RefundView = z.infer<typeof refundView>;
export type SecondOrderView = z.infer<typeof secondOrderView>;
