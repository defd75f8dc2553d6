import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { aBuild, liveIn, scratchFolder } from '../testing/a-build.ts';
import { adoptEarlier } from './adopt.ts';
import { localReleases } from './local-releases.ts';
import { storeReleases } from './releases.ts';
import { StoreUnavailable, type ReleaseStore } from '../store/store.ts';

/** A data folder as left by the last release before signatures. */
const anEarlierInstallation = (versions: readonly string[], registry: unknown) => {
  const dataDir = scratchFolder();
  for (const version of versions) {
    const folder = path.join(dataDir, 'remotes', 'mf-sample', version);
    mkdirSync(path.dirname(folder), { recursive: true });
    cpSync(aBuild({ version }), folder, { recursive: true });
  }
  writeFileSync(path.join(dataDir, 'registry.json'), JSON.stringify(registry));
  return { dataDir, local: localReleases(dataDir) };
};

const entry = (version: string) => ({
  entry: `/remotes/mf-sample/${version}/remoteEntry.js`,
  version,
  contract: 2,
});

it('earlier builds are signed and kept at their addresses, with the live one and its history', async () => {
  const { dataDir, local } = anEarlierInstallation(['1.0.0', '1.1.0', '2.0.0'], {
    remotes: { 'mf-sample': { ...entry('2.0.0'), previous: [entry('1.1.0'), entry('1.0.0')] } },
  });
  expect(await adoptEarlier(local)).toEqual(['mf-sample: 3 earlier builds are now signed, 2.0.0 is live']);
  expect(await liveIn(local)).toEqual({ version: '2.0.0', previous: ['1.1.0', '1.0.0'] });
  const [listed] = await storeReleases(local.store).list();
  expect(listed?.problem).toBeNull();
  expect(listed?.releases.map(({ folder }) => folder).sort()).toEqual(['1.0.0', '1.1.0', '2.0.0']);
  expect(existsSync(path.join(dataDir, 'remotes'))).toBe(false);
  expect(await adoptEarlier(local)).toEqual([]);
  await storeReleases(local.store).rollback('mf-sample', undefined, { who: 'x', why: '' });
  expect(await liveIn(local)).toMatchObject({ version: '1.1.0' });
});

it('the format without a history is read as well', async () => {
  const { local } = anEarlierInstallation(['1.0.0'], { remotes: { 'mf-sample': entry('1.0.0') } });
  await adoptEarlier(local);
  expect(await liveIn(local)).toEqual({ version: '1.0.0', previous: [] });
});

it('an interrupted adoption is resumed', async () => {
  const registry = { remotes: { 'mf-sample': entry('1.0.0') } };
  const { dataDir, local } = anEarlierInstallation(['1.0.0'], registry);
  const copy = scratchFolder();
  cpSync(path.join(dataDir, 'remotes'), path.join(copy, 'remotes'), { recursive: true });
  await adoptEarlier(local);
  cpSync(path.join(copy, 'remotes'), path.join(dataDir, 'remotes'), { recursive: true });
  writeFileSync(path.join(dataDir, 'registry.json'), JSON.stringify(registry));
  await adoptEarlier(local);
  expect(await liveIn(local)).toEqual({ version: '1.0.0', previous: [] });
});

it('an incomplete build is skipped, with a message', async () => {
  const { dataDir, local } = anEarlierInstallation(['1.0.0', '2.0.0'], {
    remotes: { 'mf-sample': { ...entry('2.0.0'), previous: [entry('1.0.0')] } },
  });
  rmSync(path.join(dataDir, 'remotes/mf-sample/1.0.0/remoteEntry.js'));
  expect(await adoptEarlier(local)).toEqual([
    'mf-sample 1.0.0 was not adopted: remoteEntry.js is missing.',
    'mf-sample: 1 earlier build is now signed, 2.0.0 is live',
  ]);
  expect(await liveIn(local)).toEqual({ version: '2.0.0', previous: [] });
});

it('no build is deleted if the store fails, or if the live one could not be adopted', async () => {
  const { dataDir, local } = anEarlierInstallation(['1.0.0', '2.0.0'], {
    remotes: { 'mf-sample': { ...entry('2.0.0'), previous: [entry('1.0.0')] } },
  });
  const create: ReleaseStore['create'] = async (key, body) => {
    if (key.endsWith('remoteEntry.js')) throw new StoreUnavailable('the disk is full');
    return local.store.create(key, body);
  };
  await expect(adoptEarlier({ ...local, store: { ...local.store, create } })).rejects.toThrow('the disk is full');
  expect(existsSync(path.join(dataDir, 'registry.json'))).toBe(true);
  rmSync(path.join(dataDir, 'remotes/mf-sample/2.0.0/remoteEntry.js'));
  expect((await adoptEarlier(local)).at(-1)).toMatch(/2\.0\.0 .* could not be adopted\. Publish it again\./);
  expect(existsSync(path.join(dataDir, 'remotes/mf-sample/1.0.0/remoteEntry.js'))).toBe(true);
});

it('a damaged earlier registry is reported in one sentence, and left unchanged', async () => {
  const { dataDir, local } = anEarlierInstallation(['1.0.0'], { remotes: [] });
  await expect(adoptEarlier(local)).rejects.toThrow(/registry\.json is not in the expected form/);
  expect(existsSync(path.join(dataDir, 'remotes/mf-sample/1.0.0'))).toBe(true);
});
