import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { aBuild, emptyLocalReleases, scratchFolder } from '../testing/a-build.ts';
import { readTeams } from '../registry/keys.ts';
import { folderKey } from '../registry/stored-release.ts';
import { StoreUnavailable, type ReleaseStore } from '../store/store.ts';
import { publishBuild } from '../testing/fixtures.ts';
import { openMirror } from './mirror.ts';

it('does not delete a copy that is being made while others are deleted', async () => {
  const local = emptyLocalReleases();
  const { release: id } = await publishBuild(local, aBuild());
  const dir = scratchFolder();
  const key = folderKey('mf-sample', id);
  const other = folderKey('mf-other', '1');
  for (const folder of [key, other]) await fs.mkdir(path.join(dir, folder), { recursive: true });
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const read = vi.fn<ReleaseStore['read']>(async (...args) => gate.then(() => local.store.read(...args)));
  const mirror = await openMirror({ ...local.store, read }, dir);
  const copied = mirror.ensure({ remote: 'mf-sample', id, folder: id }, await readTeams(local.store));
  await vi.waitFor(() => expect(read).toHaveBeenCalled());
  await mirror.keepOnly(new Set());
  expect(await fs.readdir(path.join(dir, 'remotes', 'mf-sample'))).toEqual([id]);
  expect(await fs.readdir(path.join(dir, 'remotes', 'mf-other'))).toEqual([]);
  open();
  await copied;
  expect(mirror.has(key, id)).toBe(true);
});

it('copies a release once for all who need it at the same time', async () => {
  const local = emptyLocalReleases();
  const { release: id } = await publishBuild(local, aBuild());
  const read = vi.fn<ReleaseStore['read']>(local.store.read);
  const mirror = await openMirror({ ...local.store, read }, scratchFolder());
  const teams = await readTeams(local.store);
  const [first, second] = await Promise.all(
    [1, 2].map(() => mirror.ensure({ remote: 'mf-sample', id, folder: id }, teams)),
  );
  expect(second).toBe(first);
  const keys = read.mock.calls.map(([key]) => key);
  expect(keys).toContain(`${folderKey('mf-sample', id)}release.json`);
  expect(new Set(keys).size).toBe(keys.length);
});

it('reads a release again after the store has failed', async () => {
  const local = emptyLocalReleases();
  const { release: id } = await publishBuild(local, aBuild());
  const read = vi
    .fn<ReleaseStore['read']>(local.store.read)
    .mockRejectedValueOnce(new StoreUnavailable('The store is away.'));
  const mirror = await openMirror({ ...local.store, read }, scratchFolder());
  const teams = await readTeams(local.store);
  const ensure = () => mirror.ensure({ remote: 'mf-sample', id, folder: id }, teams);
  await expect(ensure()).rejects.toThrow(StoreUnavailable);
  expect((await ensure()).release.release).toBe(id);
});
