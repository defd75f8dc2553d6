import { lossesBy, takenNames } from '../compat/needs.ts';
import type { RemoteDescriptor } from '../contract/descriptor.ts';
import { isScreenPath, SCREEN_PATH_REMEDY } from '../contract/screen-path.ts';
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

/** Refuses names of other live remotes, and to drop labels and entries that they need, as a publishing API does. */
const conflicts = ({ build, live }: PathsCompared): readonly Refusal[] =>
  [...takenNames(build, live), ...lossesBy(build, live)].map(({ reason, remedy }) => ({
    where: 'remote.json',
    reason: `it ${reason}`,
    remedy,
  }));

/** Refuses paths that cannot be those of screens, as a publishing API does. */
export const pathRefusals = (build: RemoteDescriptor): readonly Refusal[] =>
  pathsOf(build)
    .filter((path) => !isScreenPath(path))
    .map((path) => ({ where: path, reason: 'this cannot be the path of a screen', remedy: SCREEN_PATH_REMEDY }));

/** Compares a build's paths, labels, entries and steps with what is live. */
export const routeRefusals = (compared: PathsCompared): readonly Refusal[] => [
  ...takenPaths(compared),
  ...removedScreens(compared),
  ...conflicts(compared),
];
