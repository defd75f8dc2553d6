import type { DeclaredFlow } from '@course/contracts';
import { Failure } from '../base/failure.ts';
import {
  danglingExits,
  lossesBy,
  SELLER,
  takenNames,
  unmetLabels,
  unmetNeeds,
  unmetSentence,
  withReleaseOf,
  type DeclaringRemote,
  type UnmetNeed,
} from './needs.ts';
import type { OfferedContracts } from './read-contracts.ts';

/** Returns what the team can do about it. */
const remedyOf = (need: UnmetNeed): string => {
  switch (need.kind) {
    case 'contract':
      return need.served.length === 0
        ? 'Correct needs.services in its declaration.'
        : `Deploy ${need.service} first, or build against a contract that it serves.`;
    case 'plan':
      return `Deploy ${SELLER} with that plan first, or take it out of the offer.`;
    case 'price':
      return `Deploy ${SELLER} with that price first, or show the price that it charges.`;
  }
};

const servicesNotAsked = (needs: DeclaredFlow['needs'], unasked: readonly string[]): readonly string[] =>
  unasked.filter((service) => service in needs.services || (service === SELLER && needs.plans.length > 0));

interface OtherReleases {
  /** The stable releases of all remotes. */
  readonly live: readonly DeclaringRemote[];
  /** The canaries of the other remotes. */
  readonly canaries: readonly DeclaringRemote[];
}

/**
 * Throws a sentence for each need of a release that is unmet, for each name that belongs to another remote, and for each
 * need of another remote that it would break.
 * Returns warnings that are no reason to refuse it, a sentence each.
 */
export const requireNeeds = (
  remote: DeclaringRemote,
  { live, canaries }: OtherReleases,
  { contracts, unasked }: OfferedContracts,
): readonly string[] => {
  const { name, flow } = remote;
  if (!flow) return [];
  const after = withReleaseOf(live, remote);
  const problems = [
    ...unmetNeeds(flow.needs, contracts, unasked).map((need) => `it ${unmetSentence(need)}. ${remedyOf(need)}`),
    ...unmetLabels(after)
      .filter((unmet) => unmet.name === name)
      .map(
        ({ label }) =>
          `it shows the labels of ${label}, which no live remote asks. Publish the remote that asks it first, or take ${label} out of needs.labels.`,
      ),
    ...[...takenNames(remote, [...live, ...canaries]), ...lossesBy(remote, live)].map(
      ({ reason, remedy }) => `it ${reason}. ${remedy}`,
    ),
  ];
  if (problems.length > 0) throw new Failure(`${name} cannot be published: by remote.json ${problems.join(' Also, ')}`);
  return [
    ...danglingExits(remote, after).map(
      (exit) =>
        `The exit ${exit} of ${name} leads to no entry of a live remote, so its visitors get to the first screen.`,
    ),
    ...servicesNotAsked(flow.needs, unasked).map(
      (service) => `What ${name} needs of ${service} was not checked, because its address is not known here.`,
    ),
  ];
};
