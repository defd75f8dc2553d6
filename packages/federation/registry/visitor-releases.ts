import type { Declarations } from '@course/contracts';
import type { RemoteDescriptor } from '../contract/descriptor.ts';
import type { Registry } from '../contract/release.ts';
import { mayHaveVisitors, type ListedRelease } from './registry.ts';

/** A release that visitors may have. */
export interface VisitorRelease extends ListedRelease {
  readonly remote: string;
  /** Undefined for a release that is no longer live but was within the last 30 days. */
  readonly channel: 'stable' | 'canary' | undefined;
}

const endOf = ({ channel, row: { retiredAt } }: VisitorRelease): number => {
  if (channel === 'stable') return Number.MAX_VALUE;
  return retiredAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(retiredAt);
};

/** Returns all releases that visitors may have: stable ones, then canaries, then earlier ones, the latest first. */
export const visitorReleases = ({ remotes }: Registry, now: Date): readonly VisitorRelease[] => {
  const found = Object.entries(remotes).flatMap(([remote, state]) =>
    Object.entries(state.releases).flatMap(([id, row]): VisitorRelease[] => {
      const { stable, canary } = state.channels;
      const channel = id === stable ? 'stable' : id === canary?.release ? 'canary' : undefined;
      return mayHaveVisitors(state, { id, row }, now) ? [{ remote, id, row, channel }] : [];
    }),
  );
  return found.sort((one, other) => endOf(other) - endOf(one));
};

type Declared = Declarations['releases'][number];

/** Returns a release's declaration as in `GET /declarations`. */
export const declarationOf = (
  release: Pick<Declared, 'remote' | 'version' | 'release'>,
  live: boolean,
  { flow, routes }: RemoteDescriptor,
): Declared => ({ ...release, live, flow: flow ?? null, paths: routes.map(({ path }) => path) });
