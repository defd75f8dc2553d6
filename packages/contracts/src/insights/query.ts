import { z } from 'zod';
import { pagePath } from '../page-view.ts';
import { text } from '../text.ts';
import { CONVERSION_BY, type Days, EXPORT_FORMATS, isZone, lengthOf, OTHER, RANGE_MAX_DAYS } from './choices.ts';

const day = z.iso
  .date('must be a day such as 2026-11-21')
  .refine((value) => value >= '2000-01-01' && value < '2100-01-01', 'must be a day from 2000 to 2099');

/** Days from `from` to `to`, inclusive, in `zone`; for one variant or for all. */
const range = {
  from: day,
  to: day,
  zone: z.string().max(64).refine(isZone, 'must be a time zone such as Europe/Berlin').default('UTC'),
  variant: text(64).optional(),
};

const format = { format: z.enum(EXPORT_FORMATS, 'must be csv or parquet; leave it out for JSON').optional() };

const inOrder = ({ from, to }: Days): boolean => from <= to;
const isShort = (days: Days): boolean => lengthOf(days) <= RANGE_MAX_DAYS;
const ORDER = { path: ['to'], error: 'must not be before from', abort: true };
const LENGTH = { path: ['to'], error: `must be at most ${RANGE_MAX_DAYS} days after from; ask for fewer days` };

export const insightsRange = z
  .strictObject({ ...range, ...format })
  .refine(inOrder, ORDER)
  .refine(isShort, LENGTH);
/** For one page, or for all that are not counted separately. */
export const distributionQuery = z
  .strictObject({
    ...range,
    ...format,
    path: z.union([z.literal(OTHER), pagePath], 'must be an absolute path such as /q1, or (other)'),
  })
  .refine(inOrder, ORDER)
  .refine(isShort, LENGTH);
export const conversionQuery = z
  .strictObject({
    ...range,
    ...format,
    by: z.enum(CONVERSION_BY, 'must be variant, campaign, plan or day').default('variant'),
  })
  .refine(inOrder, ORDER)
  .refine(isShort, LENGTH);
export const undatedQuery = z.strictObject(format);

export type InsightsRange = z.infer<typeof insightsRange>;
export type DistributionQuery = z.infer<typeof distributionQuery>;
export type ConversionQuery = z.infer<typeof conversionQuery>;
export type UndatedQuery = z.infer<typeof undatedQuery>;

/** Body of `POST /api/insights/session`. */
export const openInsights = z.strictObject({ token: text(512) });
export type OpenInsights = z.infer<typeof openInsights>;
