import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readBuild } from '../check/build.ts';
import { checkBuild, requireSound } from '../check/check.ts';
import { remoteName } from '../contract/descriptor.ts';
import type { Registry } from '../contract/release.ts';
import { Failure, sentenceOf } from '../base/failure.ts';
import { signedBuild, type LocalReleases } from '../registry/local-releases.ts';
import { PROJECT_ROOT } from '../base/paths.ts';
import { readAudit } from '../registry/audit.ts';
import { findRelease, readRegistry, stableOf } from '../registry/registry.ts';
import { isDevVersion } from '../registry/release.ts';
import { storeReleases } from '../registry/releases.ts';

/** Returns the remotes of this checkout that have been built. */
export const builtRemotes = (root = PROJECT_ROOT): readonly { name: string; folder: string }[] =>
  readdirSync(root)
    .filter((name) => remoteName.safeParse(name).success)
    .map((name) => ({ name, folder: path.join(root, name, 'dist') }))
    .filter(({ folder }) => existsSync(path.join(folder, 'remote.json')));

const BY = { who: 'start', why: 'a build that was never published here' };

export interface PublishNewOptions {
  readonly root?: string;
  /** Leaves remotes alone whose live release somebody else published: a team, or an operator. */
  readonly keepOthers?: boolean;
}

/** Returns who made a live release live, unless it was a start. */
const publisherOf = async (local: LocalReleases, current: Registry, name: string): Promise<string | undefined> => {
  const [line] = await readAudit(local.store, current, { remote: name, channel: 'stable', limit: 1 });
  return line?.who === BY.who ? undefined : line?.who;
};

/**
 * Publishes a build that was never published here. A known build is left alone, live or not, so that a restart does not
 * undo what an operator rolled back or published. Returns the line to print, if any.
 */
const publishOne = async (
  local: LocalReleases,
  name: string,
  folder: string,
  keepOthers: boolean,
): Promise<string | undefined> => {
  const current = await readRegistry(local.store);
  const live = stableOf(current, name)?.row.version;
  try {
    const { version } = readBuild(folder).descriptor;
    if (live === version) return undefined;
    const isDevelopment = live !== undefined && isDevVersion(live);
    const who = keepOthers && live !== undefined && !isDevelopment && (await publisherOf(local, current, name));
    if (who) return `${name}: ${live} stays live, which ${who} published; this checkout's build is ${version}`;
    const releases = storeReleases(local.store);
    if (findRelease(current.remotes[name], version)) {
      if (live !== undefined && !isDevelopment)
        return `${name}: ${live} stays live; this checkout's build is ${version}`;
      await releases.promote(name, version, BY);
    } else {
      requireSound(name, checkBuild(folder, name).refusals);
      await releases.publish(await signedBuild(local, folder), BY);
    }
    return `${name}: ${version} is live`;
  } catch (error) {
    if (live === undefined || !(error instanceof Failure)) throw error;
    return `${name}: ${live} stays live. ${sentenceOf(error)}`;
  }
};

/** Publishes the builds of this checkout that were never published before. Returns the lines to print. */
export const publishNew = async (
  local: LocalReleases,
  { root = PROJECT_ROOT, keepOthers = false }: PublishNewOptions = {},
): Promise<readonly string[]> => {
  const lines: string[] = [];
  for (const { name, folder } of builtRemotes(root)) {
    const line = await publishOne(local, name, folder, keepOthers);
    if (line) lines.push(line);
  }
  return lines;
};
