import type { DeclaredFlow, DeclaredPlan, ServiceContract } from '@course/contracts';

/** Something that a release needs and that no service offers. */
export type UnmetNeed =
  | {
      readonly kind: 'contract';
      readonly service: string;
      readonly needed: number;
      /** The contracts that the service serves; none if it is unknown. */
      readonly served: readonly number[];
    }
  | { readonly kind: 'plan'; readonly plan: string }
  | { readonly kind: 'price'; readonly shown: DeclaredPlan; readonly charged: DeclaredPlan };

type Needs = DeclaredFlow['needs'];

/** The service that sells the plans. */
export const SELLER = 'svc-funnel';

const samePrice = (one: DeclaredPlan, other: DeclaredPlan): boolean =>
  one.currency === other.currency &&
  one.originalCents === other.originalCents &&
  one.discountedCents === other.discountedCents;

const unmetPlan = (shown: DeclaredPlan, sold: readonly DeclaredPlan[]): readonly UnmetNeed[] => {
  const charged = sold.find(({ key }) => key === shown.key);
  if (!charged) return [{ kind: 'plan', plan: shown.key }];
  return samePrice(shown, charged) ? [] : [{ kind: 'price', shown, charged }];
};

/**
 * Returns what a release needs of services that they do not offer. Needs of a service in `unasked` are taken as met.
 */
export const unmetNeeds = (
  needs: Needs,
  contracts: readonly ServiceContract[],
  unasked: readonly string[] = [],
): readonly UnmetNeed[] => {
  const offered = (name: string) => contracts.find(({ service }) => service === name);
  const contractNeeds = Object.entries(needs.services).flatMap(([service, needed]): UnmetNeed[] => {
    const served = offered(service)?.contracts ?? [];
    return unasked.includes(service) || served.includes(needed) ? [] : [{ kind: 'contract', service, needed, served }];
  });
  const planNeeds = unasked.includes(SELLER)
    ? []
    : needs.plans.flatMap((plan) => unmetPlan(plan, offered(SELLER)?.plans ?? []));
  return [...contractNeeds, ...planNeeds];
};

const priceOf = ({ currency, originalCents, discountedCents }: DeclaredPlan): string =>
  `${(originalCents / 100).toFixed(2)} and ${(discountedCents / 100).toFixed(2)} ${currency}`;

/** Describes an unmet need as a predicate, such as `needs contract 3 of svc-funnel, which serves 2 and 1`. */
export const unmetSentence = (need: UnmetNeed): string => {
  switch (need.kind) {
    case 'contract':
      return `needs contract ${need.needed} of ${need.service}, which ${need.served.length === 0 ? 'is not a known service' : `serves ${need.served.join(' and ')}`}`;
    case 'plan':
      return `offers the plan ${need.plan}, which ${SELLER} does not sell`;
    case 'price':
      return `shows ${priceOf(need.shown)} for the plan ${need.shown.key}, for which ${SELLER} charges ${priceOf(need.charged)}`;
  }
};

/** A remote with the flow that its live release declares; none for a build made before flows were declared. */
export interface DeclaringRemote {
  readonly name: string;
  readonly flow?: DeclaredFlow | undefined;
}

/** Returns the labels of each other's questions that remotes show and that no remote declares. */
export const unmetLabels = (
  remotes: readonly DeclaringRemote[],
): readonly { readonly name: string; readonly label: string }[] => {
  // The questions of a build made before flows were declared are unknown.
  if (remotes.some(({ flow }) => !flow)) return [];
  const asked = new Set(remotes.flatMap(({ flow }) => flow!.steps.map(({ question }) => question?.key)));
  return remotes.flatMap(({ name, flow }) =>
    flow!.needs.labels.filter((label) => !asked.has(label)).map((label) => ({ name, label })),
  );
};

/** Why a release does not fit the other live remotes. The reason is to follow "it ". */
export interface Conflict {
  readonly reason: string;
  readonly remedy: string;
}

/** Returns other remotes' labels that existed before a release and are missing after it. */
const lostLabels = (
  name: string,
  before: readonly DeclaringRemote[],
  after: readonly DeclaringRemote[],
): readonly Conflict[] => {
  const missing = unmetLabels(before);
  return unmetLabels(after)
    .filter(
      (lost) => lost.name !== name && !missing.some((known) => known.name === lost.name && known.label === lost.label),
    )
    .map((lost) => ({
      reason: `no longer asks ${lost.label}, whose labels ${lost.name} shows`,
      remedy: `Publish ${lost.name} without them first.`,
    }));
};

/** Returns the entries that a release drops, no other remote declares, and exits of other remotes lead to. */
const lostEntries = (
  name: string,
  before: readonly DeclaringRemote[],
  after: readonly DeclaringRemote[],
): readonly Conflict[] => {
  const others = after.filter((remote) => remote.name !== name);
  const offered = new Set(before.flatMap(({ flow }) => Object.keys(flow?.entries ?? {})));
  return others.flatMap((other) =>
    danglingExits(other, after)
      .filter((exit) => offered.has(exit))
      .map((exit) => ({
        reason: `no longer declares the entry ${exit}, to which an exit of ${other.name} leads`,
        remedy: `Declare it again in src/flow, or publish ${other.name} without that exit first.`,
      })),
  );
};

/** Returns the live remotes once this release of one of them is live. */
export const withReleaseOf = <R extends DeclaringRemote>(live: readonly R[], remote: R): readonly R[] => [
  ...live.filter(({ name }) => name !== remote.name),
  remote,
];

/** Returns what other live remotes would lose by a release. */
export const lossesBy = (remote: DeclaringRemote, live: readonly DeclaringRemote[]): readonly Conflict[] => {
  const after = withReleaseOf(live, remote);
  return [...lostLabels(remote.name, live, after), ...lostEntries(remote.name, live, after)];
};

interface DeclaredName {
  readonly kind: 'entry' | 'step';
  readonly name: string;
}

const namesIn = ({ flow }: DeclaringRemote): readonly DeclaredName[] => [
  ...Object.keys(flow?.entries ?? {}).map((name) => ({ kind: 'entry', name }) as const),
  ...(flow?.steps ?? []).map(({ key }) => ({ kind: 'step', name: key }) as const),
];

/** Returns the entries and step keys of a release that another live remote has, unless its own live release has them. */
export const takenNames = (remote: DeclaringRemote, live: readonly DeclaringRemote[]): readonly Conflict[] => {
  const isSame = (one: DeclaredName) => (other: DeclaredName) => one.kind === other.kind && one.name === other.name;
  const kept = live.filter(({ name }) => name === remote.name).flatMap(namesIn);
  return namesIn(remote)
    .filter((claimed) => !kept.some(isSame(claimed)))
    .flatMap((claimed) => {
      const owner = live.find((other) => other.name !== remote.name && namesIn(other).some(isSame(claimed)));
      if (!owner) return [];
      return [
        {
          reason: `declares the ${claimed.kind} ${claimed.name}, which belongs to ${owner.name}`,
          remedy: `Choose another name, or publish ${owner.name} without it first.`,
        },
      ];
    });
};

/** Returns the exits of a remote that lead to no entry. They take visitors to the first screen. */
export const danglingExits = (remote: DeclaringRemote, all: readonly DeclaringRemote[]): readonly string[] => {
  if (all.some(({ flow }) => !flow)) return [];
  const entries = new Set(all.flatMap(({ flow }) => Object.keys(flow!.entries)));
  return (remote.flow?.exits ?? []).filter((exit) => !entries.has(exit));
};
