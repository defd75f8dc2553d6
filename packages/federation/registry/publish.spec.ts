import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CONTRACT } from '../contract/remote.ts';
import { expect, test } from 'vitest';
import { aBuild, scratchFolder } from './a-build.ts';
import { placesIn, type Places } from './registry.ts';
import { publish, publishAs, requireName, rollback } from './publish.ts';
import { readRegistry } from './registry.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const somewhere = (): Places => placesIn(scratchFolder());
const publishVersion = (places: Places, version: string, now?: Date) =>
  publish(places, 'mf-sample', aBuild({ version }), now);
const live = (places: Places) => readRegistry(places).remotes['mf-sample'];
const kept = (places: Places): readonly string[] => readdirSync(path.join(places.remotesDir, 'mf-sample')).sort();

test('publishing keeps the build and points to it', async () => {
  const places = somewhere();
  await publishVersion(places, '1.0.0');
  expect(live(places)).toEqual({
    entry: '/remotes/mf-sample/1.0.0/remoteEntry.js',
    version: '1.0.0',
    contract: CONTRACT,
    previous: [],
  });
  expect(existsSync(path.join(places.remotesDir, 'mf-sample/1.0.0/assets/remote.1.js'))).toBe(true);
});

test('a newer build is live beside the old one, and rolled back by the pointer alone', async () => {
  const places = somewhere();
  await publishVersion(places, '1.0.0');
  await publishVersion(places, '2.0.0');
  expect(live(places)).toMatchObject({ version: '2.0.0', previous: [{ version: '1.0.0' }] });
  await rollback(places, 'mf-sample');
  expect(live(places)).toMatchObject({ version: '1.0.0', previous: [] });
  expect(kept(places)).toEqual(['1.0.0', '2.0.0']);
});

test('two rollbacks go two versions back', async () => {
  const places = somewhere();
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) await publishVersion(places, version);
  await rollback(places, 'mf-sample');
  expect(await rollback(places, 'mf-sample')).toMatchObject({ version: '1.0.0' });
});

test('a named version can be made live again, from before and from after', async () => {
  const places = somewhere();
  for (const version of ['1.0.0', '2.0.0']) await publishVersion(places, version);
  expect(await rollback(places, 'mf-sample', '1.0.0')).toMatchObject({ version: '1.0.0' });
  expect(await rollback(places, 'mf-sample', '2.0.0')).toMatchObject({
    version: '2.0.0',
    previous: [{ version: '1.0.0' }],
  });
});

test("a build can be published under a version of one's choice", async () => {
  const places = somewhere();
  const build = aBuild({ version: '1.0.0-abc' });
  await publishAs(places, 'mf-sample', '2.0.0', build);
  await publishAs(places, 'mf-sample', '3.0.0', build);
  expect(live(places)).toMatchObject({ version: '3.0.0', entry: '/remotes/mf-sample/3.0.0/remoteEntry.js' });
  await publishAs(places, 'mf-sample', '2.0.0', build);
  expect(live(places)?.version).toBe('2.0.0');
  await expect(publishAs(places, 'mf-sample', '../up', build)).rejects.toThrow(/is no version/);
});

test('there is nothing to roll back to before a second build', async () => {
  const places = somewhere();
  await publishVersion(places, '1.0.0');
  await expect(rollback(places, 'mf-sample')).rejects.toThrow(/no earlier version/);
  await expect(rollback(places, 'mf-sample', '9.9.9')).rejects.toThrow(/9\.9\.9 was never published here/);
});

test('the same build again changes nothing', async () => {
  const places = somewhere();
  await publishVersion(places, '1.0.0');
  const before = readFileSync(places.registryFile, 'utf8');
  await publishVersion(places, '1.0.0');
  expect(readFileSync(places.registryFile, 'utf8')).toBe(before);
});

test('a published build is never rewritten', async () => {
  const places = somewhere();
  await publishVersion(places, '1.0.0');
  const other = aBuild({ version: '1.0.0', code: 'export const other = 1' });
  await expect(publish(places, 'mf-sample', other)).rejects.toThrow(/1\.0\.0 was published before with other files/);
  expect(readFileSync(path.join(places.remotesDir, 'mf-sample/1.0.0/remoteEntry.js'), 'utf8')).toBe('export {}');
});

test.each([
  ['of another remote', { name: 'mf-other' }, /the build is of mf-other, not of mf-sample/],
  ['of an unsupported contract', { contract: CONTRACT + 1 }, /its contract is \d+, the shell supports/],
  ['without a named file', { scripts: ['assets/gone.js'] }, /assets\/gone\.js is missing/],
  ['outside of its folder', { scripts: ['../../secret.js'] }, /not a valid description/],
  ['without screens', { routes: [] }, /not a valid description/],
])('a build %s is not published', async (_what, changed, message) => {
  const places = somewhere();
  await expect(publish(places, 'mf-sample', aBuild(changed))).rejects.toThrow(message);
  expect(live(places)).toBeUndefined();
  expect(existsSync(places.remotesDir)).toBe(false);
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
  const places = somewhere();
  const start = new Date('2026-01-01T00:00:00Z');
  const later = (days: number): Date => new Date(start.getTime() + days * DAY_MS);
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) await publishVersion(places, version, start);
  await rollback(places, 'mf-sample', undefined, start);
  for (const version of kept(places)) utimesSync(path.join(places.remotesDir, 'mf-sample', version), start, start);
  await publishVersion(places, '4.0.0', later(29));
  expect(kept(places)).toContain('3.0.0');
  await publishVersion(places, '5.0.0', later(31));
  expect(kept(places)).toEqual(['1.0.0', '2.0.0', '4.0.0', '5.0.0']);
});

test('publishers at once all end up in the registry', async () => {
  const places = somewhere();
  const names = ['mf-one', 'mf-two', 'mf-three'];
  await Promise.all(names.map((name) => publish(places, name, aBuild({ name }))));
  expect(Object.keys(readRegistry(places).remotes).sort()).toEqual([...names].sort());
});

test('a damaged registry is reported and left as it is', async () => {
  const places = somewhere();
  await publishVersion(places, '1.0.0');
  writeFileSync(places.registryFile, '{"remotes": []}');
  await expect(publishVersion(places, '2.0.0')).rejects.toThrow(/registry\.json is not in the expected form/);
  expect(readFileSync(places.registryFile, 'utf8')).toBe('{"remotes": []}');
});

test.each([undefined, '', 'quiz', '../mf-quiz', 'mf-'])('%j names no remote', (name) => {
  expect(() => requireName(name)).toThrow('Name a remote, such as mf-quiz.');
});
