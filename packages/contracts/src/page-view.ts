import { z } from 'zod';
import { sessionId } from './session.ts';
import { text } from './text.ts';

const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;

/** Any absolute path without host, query or fragment, in the route table or not. */
export const pagePath = text(512)
  .regex(/^\/(?!\/)[^?#\\]*$/, 'must be an absolute path without host, query or fragment, such as /q1')
  .refine((value) => !CONTROL.test(value), 'must not hold control characters');

export const SECONDS_MAX = 86_400;
export const seconds = z.number().min(0, 'must be 0 or more').max(SECONDS_MAX, `must be at most ${SECONDS_MAX}`);

/** Body of `POST /api/page-views`. `key` is a UUIDv7 made once a view: a retried entry with the same key is the same row. */
export const enterPage = z.strictObject({
  sessionId,
  pagePath,
  key: z.uuidv7().optional(),
  variant: text(64).optional(),
});

/** Body of `PATCH /api/page-views/{id}`. `timeSpentSeconds` is visible time, `totalSeconds` wall time. */
export const exitPage = z.strictObject({
  exitedAt: z.iso.datetime({ offset: true }),
  timeSpentSeconds: seconds,
  totalSeconds: seconds.optional(),
});

export const pageViewId = z.uuidv7();

/** Answer to both page-view calls. */
export const pageViewRef = z.strictObject({ id: pageViewId });

export type EnterPage = z.infer<typeof enterPage>;
export type ExitPage = z.infer<typeof exitPage>;
export type PageViewRef = z.infer<typeof pageViewRef>;
