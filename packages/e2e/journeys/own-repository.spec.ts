import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { packPackages } from '@course/dev-stack/pack/pack';
import { comparableBuild, copyRemote } from '@course/dev-stack/testing/own-repository';
import { servePackages } from '@course/dev-stack/testing/package-registry';
import { PROJECT_ROOT } from '@course/federation/paths';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servedRemotes, remoteCommand } from '../src/remotes.ts';
import { isWhole } from '../src/sample.ts';
import { siteUrl, stackFile } from '../src/stack.ts';

const MINUTES = 60_000;

let work: string;
let folder: string;
let registry: { readonly url: string; readonly close: () => Promise<void> };
let credentials: Record<string, string>;

const run = (file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)(file, args, { cwd: folder, env: { ...process.env, ...env } });

/** Registers a team's key and creates its token, as the operator does once. */
const registerTeam = async (): Promise<Record<string, string>> => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const file = path.join(work, 'key.pub');
  await fs.writeFile(file, publicKey.export({ type: 'spki', format: 'pem' }));
  await remoteCommand('key', 'add', 'mf-quiz', file);
  const output = await remoteCommand('token', 'add', 'mf-quiz', '--name', 'own-repository');
  const signingKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { REMOTE_TOKEN: output.trim().split('\n').at(-1)!, REMOTE_SIGNING_KEY: signingKey };
};

// It installs several hundred packages from npm's registry.
describe.runIf(isWhole)('the quiz in a repository of its own', { timeout: 15 * MINUTES }, () => {
  beforeAll(async () => {
    work = await fs.mkdtemp(path.join(os.tmpdir(), 'own-repository-'));
    registry = await servePackages(await packPackages(path.join(work, 'tarballs')));
    folder = await copyRemote('mf-quiz', work);
    await fs.writeFile(path.join(folder, '.npmrc'), `@course:registry=${registry.url}\n`);
    credentials = await registerTeam();
  }, 10 * MINUTES);
  afterAll(async () => {
    await registry?.close();
    await fs.rm(work, { recursive: true });
  });

  it('gets byte-identical packages each time', async () => {
    const repacked = await packPackages(path.join(work, 'again'));
    for (const tarball of repacked)
      expect(await fs.readFile(tarball)).toEqual(
        await fs.readFile(path.join(work, 'tarballs', path.basename(tarball))),
      );
  });

  it('can be installed', async () => {
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline']);
  });
  it.each(['lint', 'types', 'test', 'build'])('passes %s', async (script) => {
    await run('npm', ['run', '-s', script]);
  });

  it('has the same build as in the workspace', async () => {
    expect(await comparableBuild(folder)).toEqual(await comparableBuild(path.join(PROJECT_ROOT, 'mf-quiz')));
  });

  it('can be checked, published by token and rolled back with the packed command', async () => {
    const command = path.join(folder, 'node_modules/.bin/course-remote');
    const before = (await servedRemotes())['mf-quiz']!.version;
    const to = ['--to', stackFile().releasesUrl];
    const { version } = JSON.parse(await fs.readFile(path.join(folder, 'dist/remote.json'), 'utf8')) as {
      version: string;
    };
    const { stdout } = await run(command, ['publish', 'mf-quiz', '--why', 'its own repository', ...to], credentials);
    expect(stdout).toContain(`mf-quiz: ${version} is live`);
    await expect.poll(async () => (await servedRemotes())['mf-quiz']!.version).toBe(version);
    expect(await (await fetch(siteUrl('/q1'))).text()).toContain('data-screen="q1"');
    await run(command, ['rollback', 'mf-quiz', ...to], credentials);
    await expect.poll(async () => (await servedRemotes())['mf-quiz']!.version).toBe(before);
  });

  it('can create a new remote with the packed command, but not twice', async () => {
    const command = path.join(folder, 'node_modules/.bin/course-remote');
    const created = await run(command, ['create', 'mf-upsell', '--in', work]);
    expect(created.stdout).toContain(path.join(work, 'mf-upsell'));
    await expect(run(command, ['create', 'mf-upsell', '--in', work])).rejects.toMatchObject({
      stderr: expect.stringContaining('exists'),
    });
    const own = path.join(work, 'mf-upsell');
    await fs.symlink(path.join(folder, 'node_modules'), path.join(own, 'node_modules'));
    for (const script of ['lint', 'types', 'test', 'build'])
      await promisify(execFile)('npm', ['run', '-s', script], { cwd: own });
  });
});
