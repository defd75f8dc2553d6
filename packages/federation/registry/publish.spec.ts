import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CONTRACT } from '../contract/remote.ts';
import { expect, test } from 'vitest';
import { aBuild, scratchFolder } from './a-build.ts';
import { registryPaths, type RegistryPaths } from './registry.ts';
import { publish, publishAs, requireName, rollback } from './publish.ts';
import { readRegistry } from './registry.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const somewhere = (): RegistryPaths => registryPaths(scratchFolder());
const publishVersion = (paths: RegistryPaths, version: string, now?: Date) =>
  publish(paths, 'mf-sample', aBuild({ version }), now);
const live = (paths: RegistryPaths) => readRegistry(paths).remotes['mf-sample'];
const kept = (paths: RegistryPaths): readonly string[] => readdirSync(path.join(paths.remotesDir, 'mf-sample')).sort();

test('publishing keeps the build and points to it', async () => {
  const paths = somewhere();
  await publishVersion(paths, '1.0.0');
  expect(live(paths)).toEqual({
    entry: '/remotes/mf-sample/1.0.0/remoteEntry.js',
    version: '1.0.0',
    contract: CONTRACT,
    previous: [],
  });
  expect(existsSync(path.join(paths.remotesDir, 'mf-sample/1.0.0/assets/remote.1.js'))).toBe(true);
});

test('a newer build is live beside the old one, and rolled back by the pointer alone', async () => {
  const paths = somewhere();
  await publishVersion(paths, '1.0.0');
  await publishVersion(paths, '2.0.0');
  expect(live(paths)).toMatchObject({ version: '2.0.0', previous: [{ version: '1.0.0' }] });
  await rollback(paths, 'mf-sample');
  expect(live(paths)).toMatchObject({ version: '1.0.0', previous: [] });
  expect(kept(paths)).toEqual(['1.0.0', '2.0.0']);
});

test('two rollbacks go two versions back', async () => {
  const paths = somewhere();
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) await publishVersion(paths, version);
  await rollback(paths, 'mf-sample');
  expect(await rollback(paths, 'mf-sample')).toMatchObject({ version: '1.0.0' });
});

test('a named version can be made live again, from before and from after', async () => {
  const paths = somewhere();
  for (const version of ['1.0.0', '2.0.0']) await publishVersion(paths, version);
  expect(await rollback(paths, 'mf-sample', '1.0.0')).toMatchObject({ version: '1.0.0' });
  expect(await rollback(paths, 'mf-sample', '2.0.0')).toMatchObject({
    version: '2.0.0',
    previous: [{ version: '1.0.0' }],
  });
});

test("a build can be published under a version of one's choice", async () => {
  const paths = somewhere();
  const build = aBuild({ version: '1.0.0-abc' });
  await publishAs(paths, 'mf-sample', '2.0.0', build);
  await publishAs(paths, 'mf-sample', '3.0.0', build);
  expect(live(paths)).toMatchObject({ version: '3.0.0', entry: '/remotes/mf-sample/3.0.0/remoteEntry.js' });
  await publishAs(paths, 'mf-sample', '2.0.0', build);
  expect(live(paths)?.version).toBe('2.0.0');
  await expect(publishAs(paths, 'mf-sample', '../up', build)).rejects.toThrow(/is no version/);
});

test('there is nothing to roll back to before a second build', async () => {
  const paths = somewhere();
  await publishVersion(paths, '1.0.0');
  await expect(rollback(paths, 'mf-sample')).rejects.toThrow(/no earlier version/);
  await expect(rollback(paths, 'mf-sample', '9.9.9')).rejects.toThrow(/9\.9\.9 was never published here/);
});

test('the same build again changes nothing', async () => {
  const paths = somewhere();
  await publishVersion(paths, '1.0.0');
  const before = readFileSync(paths.registryFile, 'utf8');
  await publishVersion(paths, '1.0.0');
  expect(readFileSync(paths.registryFile, 'utf8')).toBe(before);
});

test('a published build is never rewritten', async () => {
  const paths = somewhere();
  await publishVersion(paths, '1.0.0');
  const other = aBuild({ version: '1.0.0', code: 'export const other = 1' });
  await expect(publish(paths, 'mf-sample', other)).rejects.toThrow(/1\.0\.0 was published before with other files/);
  expect(readFileSync(path.join(paths.remotesDir, 'mf-sample/1.0.0/remoteEntry.js'), 'utf8')).toBe('export {}');
});

test.each([
  ['of another remote', { name: 'mf-other' }, /the build is of mf-other, not of mf-sample/],
  ['of an unsupported contract', { contract: CONTRACT + 1 }, /its contract is \d+, the shell supports/],
  ['without a named file', { scripts: ['assets/gone.js'] }, /assets\/gone\.js is missing/],
  ['outside of its folder', { scripts: ['../../secret.js'] }, /not a valid description/],
  ['without screens', { routes: [] }, /not a valid description/],
])('a build %s is not published', async (_what, changed, message) => {
  const paths = somewhere();
  await expect(publish(paths, 'mf-sample', aBuild(changed))).rejects.toThrow(message);
  expect(live(paths)).toBeUndefined();
  expect(existsSync(paths.remotesDir)).toBe(false);
});

test('a build over its size budget is not published', async () => {
  const noise = Array.from({ length: 30_000 }, (_, at) => Math.sin(at)).join();
  await expect(publish(somewhere(), 'mf-sample', aBuild({ code: noise }))).rejects.toThrow(
    /it is \d+\.\d KB, its budget is 60\.0 KB/,
  );
});

test('a folder that holds no build is one sentence', async () => {
  await expect(publish(somewhere(), 'mf-sample', scratchFolder())).rejects.toThrow(
    /holds no remote\.json\. Build the remote first/,
  );
});

test('a build goes 30 days after it stopped being live, and only when nothing points to it', async () => {
  const paths = somewhere();
  const start = new Date('2026-01-01T00:00:00Z');
  const later = (days: number): Date => new Date(start.getTime() + days * DAY_MS);
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) await publishVersion(paths, version, start);
  await rollback(paths, 'mf-sample', undefined, start);
  for (const version of kept(paths)) utimesSync(path.join(paths.remotesDir, 'mf-sample', version), start, start);
  await publishVersion(paths, '4.0.0', later(29));
  expect(kept(paths)).toContain('3.0.0');
  await publishVersion(paths, '5.0.0', later(31));
  expect(kept(paths)).toEqual(['1.0.0', '2.0.0', '4.0.0', '5.0.0']);
});

test('publishers at once all end up in the registry', async () => {
  const paths = somewhere();
  const names = ['mf-one', 'mf-two', 'mf-three'];
  await Promise.all(names.map((name) => publish(paths, name, aBuild({ name }))));
  expect(Object.keys(readRegistry(paths).remotes).sort()).toEqual([...names].sort());
});

test('a damaged registry is reported and left as it is', async () => {
  const paths = somewhere();
  await publishVersion(paths, '1.0.0');
  writeFileSync(paths.registryFile, '{"remotes": []}');
  await expect(publishVersion(paths, '2.0.0')).rejects.toThrow(/registry\.json is not in the expected form/);
  expect(readFileSync(paths.registryFile, 'utf8')).toBe('{"remotes": []}');
});

test.each([undefined, '', 'quiz', '../mf-quiz', 'mf-'])('%j names no remote', (name) => {
  expect(() => requireName(name)).toThrow('Name a remote, such as mf-quiz.');
});
