import { z } from 'zod';
import { releaseName } from './release-figures.ts';
import { sessionId } from './session.ts';
import { text } from './text.ts';

const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;

/** Any absolute path without host, query or fragment, whether or not it is a route. */
export const pagePath = text(512)
  .regex(/^\/(?!\/)[^?#\\]*$/, 'must be an absolute path without host, query or fragment, such as /q1')
  .refine((value) => !CONTROL.test(value), 'must not hold control characters');

export const SECONDS_MAX = 86_400;
export const seconds = z.number().min(0, 'must be 0 or more').max(SECONDS_MAX, `must be at most ${SECONDS_MAX}`);

/** Body of `POST /api/page-views`. `key` is a UUIDv7 generated once per view, so that a retry does not add a row. */
export const enterPage = z.strictObject({
  sessionId,
  pagePath,
  key: z.uuidv7().optional(),
  variant: text(64).optional(),
  /** The release of the remote whose screen is shown. */
  release: releaseName.optional(),
  /** True if the page includes a preview; such visits are excluded from all figures. */
  preview: z.literal(true).optional(),
});

/** Upper limits of the web vitals. */
export const VITALS_MAX = { lcpSeconds: 3600, inpSeconds: 3600, cls: 1000, ttfbSeconds: 3600 } as const;

const vital = (max: number) => z.number().min(0, 'must be 0 or more').max(max, `must be at most ${max}`).optional();

/** Web vitals of one view, as far as they are known. If a vital is sent again, the greatest value is kept. */
export const vitals = z.strictObject({
  /** Largest Contentful Paint. */
  lcpSeconds: vital(VITALS_MAX.lcpSeconds),
  /** Interaction to Next Paint. */
  inpSeconds: vital(VITALS_MAX.inpSeconds),
  /** Cumulative Layout Shift, without unit. */
  cls: vital(VITALS_MAX.cls),
  /** Time to First Byte. */
  ttfbSeconds: vital(VITALS_MAX.ttfbSeconds),
});

/** Body of `PATCH /api/page-views/{id}`. `timeSpentSeconds` is visible time, `totalSeconds` includes hidden time. */
export const exitPage = z.strictObject({
  exitedAt: z.iso.datetime({ offset: true }),
  timeSpentSeconds: seconds,
  totalSeconds: seconds.optional(),
  vitals: vitals.optional(),
});

export const pageViewId = z.uuidv7();

/** Maximum number of items in a batch, and of bytes in its body. */
export const BATCH_MAX_ITEMS = 500;
export const BATCH_MAX_BYTES = 256 * 1024;

/** A page view with the client's `key`, and its exit if known. Sending it again does not add a row. */
export const batchedView = z.strictObject({
  ...enterPage.shape,
  key: z.uuidv7(),
  exit: exitPage.optional(),
  /**
   * The visitor's, if a server reports for its visitors; defaults to the request's own. Used to mark crawlers, not
   * stored.
   */
  userAgent: text(1024).optional(),
});

/** The exit of a page view whose id is known. */
export const batchedExit = z.strictObject({ id: z.uuidv7(), ...exitPage.shape });

export const batchItem = z.union([batchedView, batchedExit]);

/**
 * Body of `POST /api/page-views/batch`. Each item is checked by itself, so an invalid one does not affect the others.
 */
export const pageViewBatch = z.strictObject({
  items: z
    .array(z.unknown())
    .min(1, 'must hold at least one item')
    .max(BATCH_MAX_ITEMS, `must hold at most ${BATCH_MAX_ITEMS} items`),
});

/** Result of an item: accepted (201 for a view, 200 for an exit), or refused as a single call would be. */
const batchResult = z.union([
  z.strictObject({ status: z.union([z.literal(200), z.literal(201)]), id: pageViewId }),
  z.strictObject({ status: z.int(), code: z.string(), message: z.string() }),
]);

/** Response to `POST /api/page-views/batch`: one result for each item, in their order. */
export const batchAnswer = z.strictObject({ results: z.array(batchResult) });

/** Response to both page-view calls. */
export const pageViewRef = z.strictObject({ id: pageViewId });

export type Vitals = z.infer<typeof vitals>;
export type EnterPage = z.infer<typeof enterPage>;
export type ExitPage = z.infer<typeof exitPage>;
export type PageViewRef = z.infer<typeof pageViewRef>;
export type BatchedView = z.infer<typeof batchedView>;
export type BatchedExit = z.infer<typeof batchedExit>;
export type BatchResult = z.infer<typeof batchResult>;
export type BatchAnswer = z.infer<typeof batchAnswer>;
