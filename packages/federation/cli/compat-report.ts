import type { Declarations, ServiceContract } from '@course/contracts';
import { table } from '../base/table.ts';
import { SELLER, unmetNeeds, unmetSentence, type UnmetNeed } from '../compat/needs.ts';

type DeclaredRelease = Declarations['releases'][number];

export interface Incompatibility {
  readonly release: Pick<DeclaredRelease, 'remote' | 'version' | 'live'>;
  readonly need: UnmetNeed;
  /** False if visitors are informed and can continue. */
  readonly breaks: boolean;
  readonly remedy: string;
}

/** Returns what to do about it before the services are deployed. */
const remedyOf = (need: UnmetNeed, { remote, live }: DeclaredRelease): string => {
  switch (need.kind) {
    case 'contract':
      return live
        ? `keep serving contract ${need.needed} (EARLIER_CONTRACTS in packages/contracts) until ${remote} has been published without it, and for 30 days after that`
        : `keep serving contract ${need.needed} (EARLIER_CONTRACTS in packages/contracts) until no visit holds this release`;
    case 'plan':
      return live
        ? `keep selling it until ${remote} has been published without it, and for 30 days after that`
        : 'keep selling it until no visit holds this release';
    case 'price':
      return live
        ? `publish ${remote} with the new price right after ${SELLER} is deployed; until then the checkout shows the new price and asks again (--accept-prices)`
        : 'nothing: the checkout shows the new price and asks again';
  }
};

/** Returns what these services would break in the releases that are live or that visits may still hold. */
export const incompatibilities = (
  { releases }: Declarations,
  contracts: readonly ServiceContract[],
): readonly Incompatibility[] =>
  releases.flatMap((release) =>
    unmetNeeds(release.flow?.needs ?? { services: {}, plans: [], labels: [] }, contracts).map((need) => ({
      release,
      need,
      breaks: need.kind !== 'price' || release.live,
      remedy: remedyOf(need, release),
    })),
  );

/** Formats incompatibilities for a person. */
export const compatTable = (found: readonly Incompatibility[]): string =>
  table(
    ['remote', 'version', 'live', 'it', 'what to do'],
    found.map(({ release: { remote, version, live }, need, remedy }) => [
      remote,
      version,
      live ? 'yes' : 'no longer',
      unmetSentence(need),
      remedy,
    ]),
  );
