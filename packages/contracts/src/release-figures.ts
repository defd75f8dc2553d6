import { z } from 'zod';
import { RELEASE_NAME } from './patterns.ts';

/** The name of a release, as pages report it. */
export const releaseName = z.string().regex(RELEASE_NAME, 'must be the name of a release');

const count = z.int().nonnegative();

/** In how many visits a vital was measured, and in how many of those it was poor by the thresholds of web-vitals. */
const vital = z.strictObject({ measured: count, poor: count });

/**
 * What visitors experienced on one release of a remote. Counted by visit, because the views of one visitor are not
 * independent; crawlers and previews are excluded.
 */
export const releaseFigures = z.strictObject({
  release: z.string(),
  /** Visits that saw their first screen of the remote after `since` and on this release. */
  visits: count,
  /** Those of the visits in which a browser reported an error. */
  failed: count,
  /** Those of the visits that went on from the remote's screens to the next remote's, or reached its last step. */
  completed: count,
  vitals: z.strictObject({ lcp: vital, inp: vital, cls: vital, ttfb: vital }),
});

/** Query of svc-tracking's internal `GET /release-figures`. */
export const releaseFiguresQuery = z.strictObject({
  remote: z.string().min(1).max(64),
  /** Comma-separated names of releases. */
  releases: z.string().regex(/^[0-9a-f]{20}(,[0-9a-f]{20}){0,9}$/, 'must be names of releases'),
  since: z.iso.datetime(),
});

/** Response to `GET /release-figures`. */
export const releaseFiguresAnswer = z.strictObject({ releases: z.array(releaseFigures) });

export type ReleaseFigures = z.infer<typeof releaseFigures>;
export type ReleaseFiguresQuery = z.infer<typeof releaseFiguresQuery>;
