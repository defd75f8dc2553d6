import { releaseFiguresAnswer, type ReleaseFigures } from '@course/contracts';
import { z } from 'zod';
import { Failure } from '../base/failure.ts';

/** Which releases' figures, and since when. */
interface FiguresQuery {
  readonly remote: string;
  readonly releases: readonly string[];
  readonly since: string;
}

const TIMEOUT_MS = 5000;

const noFigures = (release: string): ReleaseFigures => {
  const none = { measured: 0, poor: 0 };
  return { release, visits: 0, failed: 0, completed: 0, vitals: { lcp: none, inp: none, cls: none, ttfb: none } };
};

/** Returns whether the figures are consistent: no more failed visits than visits, and so on. */
const isPossible = ({ visits, failed, completed, vitals }: ReleaseFigures): boolean =>
  Math.max(failed, completed) <= visits &&
  Object.values(vitals).every(({ measured, poor }) => poor <= measured && measured <= visits);

/**
 * Reads the figures of these releases from svc-tracking, in their order. A release that it does not list has had no
 * visit yet. Rejects with a one-sentence `Failure`.
 */
export const readFigures = async (
  trackingUrl: string,
  { remote, releases, since }: FiguresQuery,
): Promise<readonly ReleaseFigures[]> => {
  const address = new URL('/release-figures', trackingUrl);
  address.search = new URLSearchParams({ remote, releases: releases.join(','), since }).toString();
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => {
    throw new Failure('svc-tracking does not respond at TRACKING_URL.');
  });
  if (!response.ok) throw new Failure(`svc-tracking responded with ${response.status} to ${address.pathname}.`);
  const parsed = releaseFiguresAnswer.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success)
    throw new Failure(`svc-tracking's figures have an unknown format: ${z.prettifyError(parsed.error)}`);
  return releases.map((release) => {
    const [found = noFigures(release), duplicate] = parsed.data.releases.filter((row) => row.release === release);
    if (duplicate || !isPossible(found)) throw new Failure(`svc-tracking's figures of ${release} cannot be true.`);
    return found;
  });
};
