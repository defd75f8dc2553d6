import { existsSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.ts';
import { watchBuild } from '../dev/watch-build.ts';
import { projectFolder, type Places } from './places.ts';
import { devPublisher } from './dev-publish.ts';

export interface DevelopOptions {
  readonly places: Places;
  readonly name: string;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/**
 * Lets a remote's team work on its remote alone against a running stack: every build goes live there at once,
 * and what was live before is live again afterwards. Resolves when it is asked to stop.
 */
export const developRemote = async ({ places, name, signal, say }: DevelopOptions): Promise<void> => {
  const folder = projectFolder(name);
  if (!existsSync(path.join(folder, 'package.json'))) throw new Failure(`There is no remote ${name} in this checkout.`);
  const publisher = devPublisher(places, name);
  const onBuilt = async (): Promise<void> => {
    const line = await publisher.publish(path.join(folder, 'dist'));
    if (line) say(line);
  };
  try {
    say(`${name}: watching its sources. Ctrl-C ends this and restores what was live before`);
    await watchBuild({ folder, signal, onBuilt, say });
  } finally {
    const live = await publisher.restore();
    if (live) say(`${name}: ${live} is live again`);
  }
};
