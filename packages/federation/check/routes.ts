import type { RemoteDescriptor } from '../contract/descriptor.ts';
import { pathsOf, takenPath } from '../registry/uploads.ts';
import type { Refusal } from './refusal.ts';

export interface PathsCompared {
  readonly build: RemoteDescriptor;
  /** What is live now, of this remote and of the others. */
  readonly live: readonly RemoteDescriptor[];
  /** Paths that its team takes away on purpose. */
  readonly allowRemoved: readonly string[];
}

const foreign = ({ build, live }: PathsCompared): readonly Refusal[] => {
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

const vanished = ({ build, live, allowRemoved }: PathsCompared): readonly Refusal[] => {
  const before = live.find(({ name }) => name === build.name);
  if (!before) return [];
  const gone = pathsOf(before).filter((path) => !pathsOf(build).includes(path) && !allowRemoved.includes(path));
  return gone.map((path) => ({
    where: path,
    reason: `this screen is live in ${before.version} and not in the build, so that visitors and links of it would find nothing`,
    remedy: `Keep it in src/flow, or say that it goes: --allow-removed ${path}.`,
  }));
};

/** Entries that lead nowhere any more, to which an exit of another live remote leads. */
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
        reason: `the entry ${entry} is gone, to which an exit of ${users.join(' and ')} leads`,
        remedy: `Declare it again in src/flow, or have ${users.join(' and ')} published without that exit first.`,
      },
    ];
  });
};

/** Compares a build's paths and entries with what is live. */
export const routeRefusals = (compared: PathsCompared): readonly Refusal[] => [
  ...foreign(compared),
  ...vanished(compared),
  ...lostEntries(compared),
];
