import { TESTIMONIALS, type Testimonial } from '@course/funnel';
import type { Logger } from 'pino';
import type { Env } from './env.ts';

/** One clear warning when a production program runs with testimonials that nobody gave. */
export function warnOfSamples(
  env: Pick<Env, 'production'>,
  logger: Pick<Logger, 'warn'>,
  testimonials: readonly Testimonial[] = TESTIMONIALS,
): void {
  const samples = testimonials.filter(({ sample }) => sample).length;
  if (!env.production || samples === 0) return;
  logger.warn(
    { samples },
    'the offer shows sample testimonials: publishing invented reviews is unlawful in many places. Replace them in packages/funnel/src/testimonials.mjs; npm run check:content lists the rest',
  );
}
