import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { dataDir } from './stack.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const run = promisify(execFile);

/** `npm run remote -- <args>` against the stack of these tests. */
export const remoteCommand = (...args: string[]): Promise<{ stdout: string; stderr: string }> =>
  run(process.execPath, [path.join(ROOT, 'packages', 'dev-stack', 'bin', 'run.mjs'), 'dev-stack/remote', ...args], {
    env: { ...process.env, DATA_DIR: dataDir() },
  });

/** A later build of a remote: the present one with a text changed, under a version of its own. */
export async function laterBuild(name: string, change: { from: string; to: string; version: string }): Promise<string> {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'build-'));
  await fs.cp(path.join(ROOT, name, 'dist'), dir, { recursive: true });
  const files = (await fs.readdir(dir, { recursive: true })).filter((file) => !file.endsWith('.map'));
  for (const file of files) await changeFile(path.join(dir, file), change);
  return dir;
}

/** A build that another team broke by mistake: code put ahead of one of its scripts, under a version of its own. */
export async function brokenBuild(
  name: string,
  { script, code, version }: { script: RegExp; code: string; version: string },
): Promise<string> {
  const dir = await laterBuild(name, { from: '', to: '', version });
  const [file] = (await fs.readdir(dir, { recursive: true })).filter((candidate) => script.test(candidate));
  if (!file) throw new Error(`${name} has no script like ${script}`);
  await fs.writeFile(path.join(dir, file), code + (await fs.readFile(path.join(dir, file), 'utf8')));
  return dir;
}

/** Takes away a file that a published build needs, as a disk or a careless clean-up would. */
export async function loseFile(name: string, version: string, lost: RegExp): Promise<void> {
  const dir = path.join(dataDir(), 'remotes', name, version);
  const files = (await fs.readdir(dir, { recursive: true })).filter((file) => lost.test(file));
  if (files.length === 0) throw new Error(`${name} ${version} has no file like ${lost}`);
  await Promise.all(files.map((file) => fs.rm(path.join(dir, file))));
}

async function changeFile(
  file: string,
  { from, to, version }: { from: string; to: string; version: string },
): Promise<void> {
  if (/\.(br|gz)$/.test(file)) return fs.rm(file);
  if (!/\.(js|json)$/.test(file)) return;
  const text = (await fs.readFile(file, 'utf8')).replaceAll(from, to);
  const described = file.endsWith('remote.json') ? JSON.stringify({ ...(JSON.parse(text) as object), version }) : text;
  await fs.writeFile(file, described);
}

interface RegistryFile {
  remotes: Record<string, { entry: string; version: string; contract: number }>;
}

const registryPath = (): string => path.join(dataDir(), 'registry.json');

export const readRegistry = async (): Promise<RegistryFile> =>
  JSON.parse(await fs.readFile(registryPath(), 'utf8')) as RegistryFile;

/** Puts another registry in place for as long as `work` takes. */
export async function withRegistry(change: (registry: RegistryFile) => void, work: () => Promise<void>): Promise<void> {
  const before = await fs.readFile(registryPath(), 'utf8');
  const registry = JSON.parse(before) as RegistryFile;
  change(registry);
  try {
    await putRegistry(JSON.stringify(registry));
    await work();
  } finally {
    await putRegistry(before);
  }
}

async function putRegistry(text: string): Promise<void> {
  await fs.writeFile(`${registryPath()}.next`, text);
  await fs.rename(`${registryPath()}.next`, registryPath());
}
