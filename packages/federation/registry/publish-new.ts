import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { remoteName } from '../contract/descriptor.ts';
import { readDescriptor } from './check.ts';
import { isDevVersion } from './dev-publish.ts';
import { Failure, sentenceOf } from './failure.ts';
import { publish } from './publish.ts';
import { buildFolder, PROJECT_ROOT, readRegistry, type RegistryPaths } from './registry.ts';

/** The remotes of this checkout that have been built. */
export const builtRemotes = (root = PROJECT_ROOT): readonly { name: string; folder: string }[] =>
  readdirSync(root)
    .filter((name) => remoteName.safeParse(name).success)
    .map((name) => ({ name, folder: path.join(root, name, 'dist') }))
    .filter(({ folder }) => existsSync(path.join(folder, 'remote.json')));

/**
 * Publishes a build that was never published here. A build seen before is left alone, live or not,
 * so that a restart does not undo what an operator rolled back or published. Answers the line to say, if any.
 */
const publishOne = async (paths: RegistryPaths, name: string, folder: string): Promise<string | undefined> => {
  const live = readRegistry(paths).remotes[name];
  try {
    const { version } = readDescriptor(folder);
    if (live?.version === version) return undefined;
    const isChosen = live !== undefined && !isDevVersion(live.version);
    if (isChosen && existsSync(buildFolder(paths, name, version)))
      return `${name}: ${live.version} stays live; this checkout's build is ${version}`;
    await publish(paths, name, folder);
    return `${name}: ${version} is live`;
  } catch (error) {
    if (!live || !(error instanceof Failure)) throw error;
    return `${name}: ${live.version} stays live. ${sentenceOf(error)}`;
  }
};

/** Makes the builds of this checkout live that were never seen before. Answers what to say about it. */
export const publishNew = async (paths: RegistryPaths, root = PROJECT_ROOT): Promise<readonly string[]> => {
  const lines: string[] = [];
  for (const { name, folder } of builtRemotes(root)) {
    const line = await publishOne(paths, name, folder);
    if (line) lines.push(line);
  }
  return lines;
};
