import { existsSync } from 'node:fs';
import path from 'node:path';
import { devPublisher } from '../publish/dev-publish.ts';
import { Failure } from '../base/failure.ts';
import { projectFolder } from '../base/paths.ts';
import type { LocalReleases } from '../registry/local-releases.ts';

/** Builds the project in `folder` now and at every change. Resolves once `signal` is aborted. */
export type WatchBuild = (options: {
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Called after every build without errors, never concurrently. */
  readonly onBuilt: () => Promise<void>;
  readonly say: (line: string) => void;
}) => Promise<void>;

export interface DevelopOptions {
  readonly local: LocalReleases;
  readonly name: string;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  readonly watchBuild: WatchBuild;
}

/**
 * Lets a team work on its remote alone against a running stack: every build goes live there at once, and what was live
 * before is restored afterwards. Resolves once `signal` is aborted.
 */
export const developRemote = async ({ local, name, signal, say, watchBuild }: DevelopOptions): Promise<void> => {
  const folder = projectFolder(name);
  if (!existsSync(path.join(folder, 'package.json'))) throw new Failure(`There is no remote ${name} in this checkout.`);
  const publisher = await devPublisher(local, name);
  const onBuilt = async (): Promise<void> => {
    const line = await publisher.publish(path.join(folder, 'dist'));
    if (line) say(line);
  };
  try {
    say(`${name}: watching its sources. Ctrl-C ends this and restores what was live before`);
    await watchBuild({ folder, signal, onBuilt, say });
  } finally {
    const line = await publisher.restore();
    if (line) say(line);
  }
};
