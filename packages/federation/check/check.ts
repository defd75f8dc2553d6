import { table } from '../base/table.ts';
import { Failure } from '../base/failure.ts';
import { projectFolder } from '../base/paths.ts';
import { readBuild, type Build } from './build.ts';
import { fileRefusals, identityRefusals } from './files.ts';
import type { Live, LiveSite } from './live.ts';
import { sentenceOfRefusal, type Refusal } from './refusal.ts';
import { pathRefusals, routeRefusals } from './routes.ts';
import { runScreens } from './screens.ts';
import { folderOfBuild, standIn } from './stand-in.ts';
import { styleRefusals } from './styles.ts';
import { budgetBytes, kb, weightOf, weightRefusals, type Weight } from './weight.ts';

export interface Checked {
  readonly build: Build;
  readonly weight: Weight;
  /** Why it must not be published; empty if it may be. */
  readonly refusals: readonly Refusal[];
}

/** Checks what a build needs to run at all: it must be of this remote, of a supported contract, and complete. */
export const runnable = (build: Build, name: string): readonly Refusal[] => [
  ...identityRefusals(build, name),
  ...fileRefusals(build),
];

export interface CheckOptions {
  /** What is live, to compare the build with, if that is known. */
  readonly live?: Live | undefined;
  readonly allowRemoved?: readonly string[];
}

/** Checks a build without running it: files, contract, weight, styles, and its paths against what is live. */
export const checkBuild = (folder: string, name: string, { live, allowRemoved = [] }: CheckOptions = {}): Checked => {
  const build = readBuild(folder);
  const weight = weightOf(build, budgetBytes(projectFolder(name)));
  return {
    build,
    weight,
    refusals: [
      ...runnable(build, name),
      ...weightRefusals(weight),
      ...styleRefusals(build, live?.otherStyles(name) ?? []),
      ...pathRefusals(build.descriptor),
      ...(live ? routeRefusals({ build: build.descriptor, live: live.remotes, allowRemoved }) : []),
    ],
  };
};

/** Runs a build's screens in a browser, against a running site. Call it only for a build that passed `checkBuild`. */
export const checkScreens = async (
  build: Build,
  site: LiveSite,
  executablePath: string,
): Promise<readonly Refusal[]> => {
  const folder = folderOfBuild(build);
  return runScreens({
    siteUrl: site.url,
    show: standIn(build, site),
    screens: build.descriptor.routes,
    chunks: new Map([...build.chunks].map(([file, hash]) => [folder + file, hash])),
    executablePath,
  });
};

/** Formats the result of a static check for a person. */
export const checkTable = ({ build: { descriptor }, weight }: Checked): string =>
  table(
    [`${descriptor.name} ${descriptor.version}`, 'brotli'],
    [
      ...weight.sizes.map(({ file, bytes }) => [file, kb(bytes)]),
      ['total', kb(weight.total)],
      ['budget', kb(weight.budget)],
      ['contract', String(descriptor.contract)],
      ['screens', String(descriptor.routes.length)],
    ],
  );

/** Throws if there are refusals, with a line for each. */
export const requireSound = (name: string, refusals: readonly Refusal[]): void => {
  if (refusals.length === 0) return;
  throw new Failure(
    [`${name} cannot be published.`, ...refusals.map((refusal) => `- ${sentenceOfRefusal(refusal)}`)].join('\n'),
  );
};
