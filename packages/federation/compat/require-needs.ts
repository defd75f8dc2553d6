import type { DeclaredFlow } from '@course/contracts';
import { Failure } from '../base/failure.ts';
import {
  danglingExits,
  SELLER,
  unmetLabels,
  unmetNeeds,
  unmetSentence,
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

/** Returns other remotes' labels that existed before this release and are missing after it. */
const lostLabels = (before: readonly DeclaringRemote[], after: readonly DeclaringRemote[], name: string) => {
  const missing = unmetLabels(before);
  return unmetLabels(after).filter(
    (lost) => lost.name !== name && !missing.some((known) => known.name === lost.name && known.label === lost.label),
  );
};

/**
 * Throws a sentence for each need of a release that is unmet, and for each need of another remote that it would break.
 * Returns warnings that are no reason to refuse it, a sentence each.
 */
export const requireNeeds = (
  remote: DeclaringRemote,
  live: readonly DeclaringRemote[],
  { contracts, unasked }: OfferedContracts,
): readonly string[] => {
  const { name, flow } = remote;
  if (!flow) return [];
  const after = [...live.filter((other) => other.name !== name), remote];
  const problems = [
    ...unmetNeeds(flow.needs, contracts, unasked).map((need) => `it ${unmetSentence(need)}. ${remedyOf(need)}`),
    ...unmetLabels(after)
      .filter((unmet) => unmet.name === name)
      .map(
        ({ label }) =>
          `it shows the labels of ${label}, which no live remote asks. Publish the remote that asks it first, or take ${label} out of needs.labels.`,
      ),
    ...lostLabels(live, after, name).map(
      (lost) =>
        `it no longer asks ${lost.label}, whose labels ${lost.name} shows. Publish ${lost.name} without them first.`,
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
