import { z } from 'zod';
import { RELEASE_NAME } from './patterns.ts';

/** The name of a release, as pages bear it. */
export const releaseName = z.string().regex(RELEASE_NAME, 'must be the name of a release');

const count = z.int().nonnegative();

/** How many visits a vital was measured in, and in how many of them it was poor by the thresholds of web-vitals. */
const vital = z.strictObject({ measured: count, poor: count });

/**
 * What visitors met on one release of a remote. Counted by visits, because the views of one visitor hang together;
 * crawlers and previews are left out.
 */
export const releaseFigures = z.strictObject({
  release: z.string(),
  /** Visits that saw a screen of the remote first after `since`, and saw it on this release. */
  visits: count,
  /** Of them those in which a browser reported an error. */
  failed: count,
  /** Of them those that went on from the remote's screens to the next remote's, or reached its last step. */
  completed: count,
  vitals: z.strictObject({ lcp: vital, inp: vital, cls: vital, ttfb: vital }),
});

/** Query of svc-tracking's internal `GET /release-figures`. */
export const releaseFiguresQuery = z.strictObject({
  remote: z.string().min(1).max(64),
  /** Names of releases, with commas between them. */
  releases: z.string().regex(/^[0-9a-f]{20}(,[0-9a-f]{20}){0,9}$/, 'must be names of releases'),
  since: z.iso.datetime(),
});

/** Its response. */
export const releaseFiguresAnswer = z.strictObject({ releases: z.array(releaseFigures) });

export type ReleaseFigures = z.infer<typeof releaseFigures>;
export type ReleaseFiguresQuery = z.infer<typeof releaseFiguresQuery>;
