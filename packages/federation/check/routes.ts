import type { RemoteDescriptor } from '../contract/descriptor.ts';
import { pathsOf, takenPath } from '../registry/uploads.ts';
import type { Refusal } from './refusal.ts';

export interface PathsCompared {
  readonly build: RemoteDescriptor;
  /** The live releases of this remote and of the others. */
  readonly live: readonly RemoteDescriptor[];
  /** Paths that the team removes on purpose. */
  readonly allowRemoved: readonly string[];
}

const takenPaths = ({ build, live }: PathsCompared): readonly Refusal[] => {
  const taken = takenPath(build, live);
  if (!taken) return [];
  return [
    {
      where: taken.path,
      reason: `${taken.path} belongs to ${taken.owner}, which is live`,
      remedy: `Choose another path in src/flow, or have ${taken.owner} give it up first.`,
    },
  ];
};

const removedScreens = ({ build, live, allowRemoved }: PathsCompared): readonly Refusal[] => {
  const before = live.find(({ name }) => name === build.name);
  if (!before) return [];
  const gone = pathsOf(before).filter((path) => !pathsOf(build).includes(path) && !allowRemoved.includes(path));
  return gone.map((path) => ({
    where: path,
    reason: `this screen is live in ${before.version} and not in the build, so visitors and links would no longer find it`,
    remedy: `Keep it in src/flow, or confirm its removal: --allow-removed ${path}.`,
  }));
};

/** Refuses the removal of entries to which an exit of another live remote leads. */
const lostEntries = ({ build, live }: PathsCompared): readonly Refusal[] => {
  const others = live.filter(({ name }) => name !== build.name);
  const before = live.find(({ name }) => name === build.name);
  const offered = (remote: RemoteDescriptor | undefined): readonly string[] => Object.keys(remote?.flow?.entries ?? {});
  const lost = offered(before).filter((entry) => ![build, ...others].some((remote) => offered(remote).includes(entry)));
  return lost.flatMap((entry) => {
    const users = others.filter(({ flow }) => flow?.exits.includes(entry)).map(({ name }) => name);
    if (users.length === 0) return [];
    return [
      {
        where: 'remote.json',
        reason: `the entry ${entry} is missing, although an exit of ${users.join(' and ')} leads to it`,
        remedy: `Declare it again in src/flow, or have ${users.join(' and ')} published without that exit first.`,
      },
    ];
  });
};

/** Compares a build's paths and entries with what is live. */
export const routeRefusals = (compared: PathsCompared): readonly Refusal[] => [
  ...takenPaths(compared),
  ...removedScreens(compared),
  ...lostEntries(compared),
];
