import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { isolatedEnv } from '@course/dev-stack/env';
import { findChromium } from '@course/federation/chromium';
import { runRemoteCommand } from '@course/federation/cli';
import { signedBuild, publishUnchecked, localReleases } from '@course/federation/fixtures';
import { stepOf } from '@course/test-kit/product-flow';
import { PROJECT_ROOT } from '@course/federation/paths';
import { expect, vi } from 'vitest';
import { isWhole } from './sample.ts';
import { dataDir, siteUrl, stackFile } from './stack.ts';

const run = promisify(execFile);

/** Runs `npm run remote -- <args>` on the stack of these tests. */
export const npmRunRemote = (...args: string[]): Promise<{ stdout: string; stderr: string }> =>
  run(
    process.execPath,
    [path.join(PROJECT_ROOT, 'packages', 'dev-stack', 'bin', 'run.mjs'), 'dev-stack/remote', ...args],
    {
      env: { ...isolatedEnv(), DATA_DIR: dataDir() },
    },
  );

/** Runs the same command in this process, which saves a second. Resolves to its output, or rejects with its error. */
export async function remoteCommand(...args: string[]): Promise<string> {
  const { url: siteUrl, releasesUrl: publishingUrl } = stackFile();
  const lines: string[] = [];
  await runRemoteCommand({
    local: localReleases(dataDir()),
    running: { siteUrl, publishingUrl },
    findBrowser: () => findChromium(process.env),
    args,
    say: (line) => void lines.push(line),
  });
  return lines.join('\n');
}

/**
 * Options to publish without running the build in a browser, which another journey tests; none in `npm run test:long`.
 */
export const UNCHECKED: readonly string[] = isWhole ? [] : ['--no-browser'];

/** Publishes a build that the browser check would refuse during `work`, because some break only once they are live. */
export async function withLive(name: string, dir: string, work: () => Promise<void>): Promise<void> {
  await remoteCommand('publish', name, '--from', dir, '--no-browser');
  try {
    await work();
  } finally {
    await remoteCommand('rollback', name);
    await fs.rm(dir, { recursive: true });
  }
}

/** Creates a later build of a remote: the current one with a text replaced and another version. */
export async function laterBuild(name: string, change: { from: string; to: string; version: string }): Promise<string> {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'build-'));
  await fs.cp(path.join(PROJECT_ROOT, name, 'dist'), dir, { recursive: true });
  const files = (await fs.readdir(dir, { recursive: true })).filter((file) => !file.endsWith('.map'));
  for (const file of files) await changeFile(dir, file, change);
  return dir;
}

/** Creates a broken build of a remote: the current one with a changed script and another version. */
export async function brokenBuild(
  name: string,
  { script, change, version }: { script: RegExp; change: (code: string) => string; version: string },
): Promise<string> {
  const dir = await laterBuild(name, { from: '', to: '', version });
  const [file] = (await fs.readdir(dir, { recursive: true })).filter((candidate) => script.test(candidate));
  if (!file) throw new Error(`${name} has no script like ${script}`);
  await rewrite(dir, file, change);
  return dir;
}

/** The script of a build that contains its screens. */
export const SCREENS_CHUNK = /^assets\/__federation_expose_remote\.\w+\.js$/;

/** Creates a build of mf-quiz whose q4 throws an error when it is rendered. */
export function quizWithBrokenQ4(version: string, message: string): Promise<string> {
  const { title } = stepOf('q4');
  // Only the screen reads the hint, while it renders.
  const change = (code: string) => code.replace(`${title}"`, `${title}",get hint(){throw new Error("${message}")}`);
  return brokenBuild('mf-quiz', { script: SCREENS_CHUNK, change, version });
}

/** Deletes a file that the edge serves, as a disk failure or a careless clean-up would. */
export async function loseFile(name: string, lost: RegExp): Promise<void> {
  const { entry } = (await servedRemotes())[name]!;
  const dir = path.join(dataDir(), 'edge', path.dirname(entry));
  const files = (await fs.readdir(dir, { recursive: true })).filter((file) => lost.test(file));
  if (files.length === 0) throw new Error(`${name} has no file like ${lost}`);
  await Promise.all(files.map((file) => fs.rm(path.join(dir, file))));
}

async function changeFile(
  dir: string,
  name: string,
  { from, to, version }: { from: string; to: string; version: string },
): Promise<void> {
  const file = path.join(dir, name);
  if (/\.(br|gz)$/.test(file)) return fs.rm(file);
  if (!/\.(js|json)$/.test(file)) return;
  await rewrite(dir, name, (before) => {
    const text = before.replaceAll(from, to);
    return name === 'remote.json' ? JSON.stringify({ ...(JSON.parse(text) as object), version }) : text;
  });
}

/** Changes a file, and its hash wherever the build contains it. */
async function rewrite(dir: string, file: string, change: (text: string) => string): Promise<void> {
  const before = await fs.readFile(path.join(dir, file), 'utf8');
  const after = change(before);
  if (after === before) return;
  await fs.writeFile(path.join(dir, file), after);
  for (const name of ['remoteEntry.js', 'chunks.json']) {
    const text = await fs.readFile(path.join(dir, name), 'utf8');
    await fs.writeFile(path.join(dir, name), text.replace(sha384(before), sha384(after)));
  }
}

const sha384 = (text: string): string => createHash('sha384').update(text).digest('base64');

interface ServedRemote {
  readonly name: string;
  readonly entry: string;
  readonly version: string;
}

/** Returns the remotes that a new visitor gets, by name. */
export async function servedRemotes(): Promise<Readonly<Record<string, ServedRemote>>> {
  const config = await fetch(siteUrl('/runtime-config.json'));
  const { remotes } = (await config.json()) as { readonly remotes: readonly ServedRemote[] };
  return Object.fromEntries(remotes.map((remote) => [remote.name, remote]));
}

/** Makes a build live that every check would refuse, as an edge of an earlier release may find one. */
export async function publishUncheckedBuild(folder: string): Promise<void> {
  const local = localReleases(dataDir());
  const upload = await signedBuild(local, folder);
  await publishUnchecked(local, upload);
  const { remote, version } = upload.release;
  await vi.waitFor(async () => expect((await servedRemotes())[remote]?.version).toBe(version), 10_000);
}
