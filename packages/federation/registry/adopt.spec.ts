import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { aBuild, liveIn, scratchFolder } from '../testing/a-build.ts';
import { adoptEarlier } from './adopt.ts';
import { releaseHome } from './home.ts';
import { storeReleases } from './releases.ts';

/** A data folder as the release before signatures left it. */
const anEarlierInstallation = (versions: readonly string[], registry: unknown) => {
  const dataDir = scratchFolder();
  for (const version of versions) {
    const folder = path.join(dataDir, 'remotes', 'mf-sample', version);
    mkdirSync(path.dirname(folder), { recursive: true });
    cpSync(aBuild({ version }), folder, { recursive: true });
  }
  writeFileSync(path.join(dataDir, 'registry.json'), JSON.stringify(registry));
  return { dataDir, home: releaseHome(dataDir) };
};

const entry = (version: string) => ({
  entry: `/remotes/mf-sample/${version}/remoteEntry.js`,
  version,
  contract: 2,
});

it('builds of before are signed and kept at their addresses, with what is live and what it can go back to', async () => {
  const { dataDir, home } = anEarlierInstallation(['1.0.0', '1.1.0', '2.0.0'], {
    remotes: { 'mf-sample': { ...entry('2.0.0'), previous: [entry('1.1.0'), entry('1.0.0')] } },
  });
  expect(await adoptEarlier(home)).toEqual(['mf-sample: 3 builds of before are signed now, 2.0.0 is live']);
  expect(await liveIn(home)).toEqual({ version: '2.0.0', previous: ['1.1.0', '1.0.0'] });
  const [listed] = await storeReleases(home.store).list();
  expect(listed?.problem).toBeNull();
  expect(listed?.releases.map(({ folder }) => folder).sort()).toEqual(['1.0.0', '1.1.0', '2.0.0']);
  expect(existsSync(path.join(dataDir, 'remotes'))).toBe(false);
  expect(await adoptEarlier(home)).toEqual([]);
  await storeReleases(home.store).rollback('mf-sample', undefined, { who: 'x', why: '' });
  expect(await liveIn(home)).toMatchObject({ version: '1.1.0' });
});

it('the form without a history is read as well', async () => {
  const { home } = anEarlierInstallation(['1.0.0'], { remotes: { 'mf-sample': entry('1.0.0') } });
  await adoptEarlier(home);
  expect(await liveIn(home)).toEqual({ version: '1.0.0', previous: [] });
});

it('is taken up again where it was broken off', async () => {
  const registry = { remotes: { 'mf-sample': entry('1.0.0') } };
  const { dataDir, home } = anEarlierInstallation(['1.0.0'], registry);
  const copy = scratchFolder();
  cpSync(path.join(dataDir, 'remotes'), path.join(copy, 'remotes'), { recursive: true });
  await adoptEarlier(home);
  cpSync(path.join(copy, 'remotes'), path.join(dataDir, 'remotes'), { recursive: true });
  writeFileSync(path.join(dataDir, 'registry.json'), JSON.stringify(registry));
  await adoptEarlier(home);
  expect(await liveIn(home)).toEqual({ version: '1.0.0', previous: [] });
});

it('a build that is not whole is left out, with a sentence', async () => {
  const { dataDir, home } = anEarlierInstallation(['1.0.0', '2.0.0'], {
    remotes: { 'mf-sample': { ...entry('2.0.0'), previous: [entry('1.0.0')] } },
  });
  rmSync(path.join(dataDir, 'remotes/mf-sample/1.0.0/remoteEntry.js'));
  expect(await adoptEarlier(home)).toEqual([
    'mf-sample 1.0.0 was not taken over: remoteEntry.js is missing.',
    'mf-sample: 1 builds of before are signed now, 2.0.0 is live',
  ]);
  expect(await liveIn(home)).toEqual({ version: '2.0.0', previous: [] });
});

it('a damaged registry of before is one sentence, and left as it is', async () => {
  const { dataDir, home } = anEarlierInstallation(['1.0.0'], { remotes: [] });
  await expect(adoptEarlier(home)).rejects.toThrow(/registry\.json is not in the expected form/);
  expect(existsSync(path.join(dataDir, 'remotes/mf-sample/1.0.0'))).toBe(true);
});
