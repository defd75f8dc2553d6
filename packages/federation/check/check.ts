import { table } from '../base/table.ts';
import { Failure } from '../base/failure.ts';
import { projectFolder } from '../registry/registry.ts';
import { readBuild, type Build } from './build.ts';
import { fileRefusals, identityRefusals } from './files.ts';
import type { Live, LiveSite } from './live.ts';
import { sentenceOfRefusal, type Refusal } from './refusal.ts';
import { routeRefusals } from './routes.ts';
import { runScreens } from './screens.ts';
import { folderOfBuild, standIn } from './stand-in.ts';
import { styleRefusals } from './styles.ts';
import { budgetBytes, kb, weightOf, weightRefusals, type Weight } from './weight.ts';

export interface Checked {
  readonly build: Build;
  readonly weight: Weight;
  /** Why it must not be published; empty when it may. */
  readonly refusals: readonly Refusal[];
}

/** What a build must be to run at all: of this remote, of a contract that the shell runs, and whole. */
export const runnable = (build: Build, name: string): readonly Refusal[] => [
  ...identityRefusals(build, name),
  ...fileRefusals(build),
];

export interface CheckOptions {
  readonly budget?: number;
  /** What it is compared with, if that is known. */
  readonly live?: Live | undefined;
  readonly allowRemoved?: readonly string[];
}

/** Judges a build without running it: files, contract, weight, styles, and its paths beside what is live. */
export const checkBuild = (
  folder: string,
  name: string,
  { budget = budgetBytes(projectFolder(name)), live, allowRemoved = [] }: CheckOptions = {},
): Checked => {
  const build = readBuild(folder);
  const weight = weightOf(build, budget);
  return {
    build,
    weight,
    refusals: [
      ...runnable(build, name),
      ...weightRefusals(weight),
      ...styleRefusals(build, live?.stylesBeside(name) ?? []),
      ...(live ? routeRefusals({ build: build.descriptor, live: live.remotes, allowRemoved }) : []),
    ],
  };
};

/** Runs a build's screens in a browser, against a site that runs. One that cannot run at all is not tried. */
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

/** A static check's result for a person. */
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

/** Throws what keeps a build from being published, a line each. */
export const requireSound = (name: string, refusals: readonly Refusal[]): void => {
  if (refusals.length === 0) return;
  throw new Failure(
    [`${name} cannot be published.`, ...refusals.map((one) => `- ${sentenceOfRefusal(one)}`)].join('\n'),
  );
};
