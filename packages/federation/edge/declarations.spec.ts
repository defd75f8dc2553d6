import fs from 'node:fs/promises';
import path from 'node:path';
import { declarations, type DeclaredFlow } from '@course/contracts';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../testing/a-build.ts';
import { declarationReader } from './declarations.ts';
import { rowOf } from '../registry/registry.ts';
import type { VisitorRelease } from '../registry/visitor-releases.ts';
import { aDescriptor, aRemote } from '../testing/fixtures.ts';
import type { PageRemote } from './live.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const flow: DeclaredFlow = { entries: {}, exits: [], steps: [], needs: { services: {}, plans: [], labels: [] } };

/** An edge with live remotes and with other releases, the latest first, by version with their descriptors. */
async function published(
  remotes: readonly PageRemote[],
  builds: Readonly<Record<string, unknown>>,
  { channel, missing = [] }: { channel?: VisitorRelease['channel']; missing?: readonly VisitorRelease[] } = {},
) {
  const dir = scratchFolder();
  const others = Object.keys(builds).map((version): VisitorRelease => {
    const id = Buffer.from(version).toString('hex').padEnd(20, '0').slice(0, 20);
    const at = new Date(NOW).toISOString();
    const row = rowOf({ version, contract: 2 }, { folder: version, commit: null, at });
    return { remote: 'mf-quiz', id, row, channel };
  });
  for (const { row } of others) {
    const folder = path.join(dir, 'remotes', 'mf-quiz', row.folder);
    await fs.mkdir(folder, { recursive: true });
    await fs.writeFile(path.join(folder, 'remote.json'), JSON.stringify(builds[row.version]));
  }
  const releases = { live: () => ({ remotes, served: [] }), visitorReleases: () => others, missing: () => missing };
  return declarationReader(releases, dir, pino({ level: 'silent' }));
}

it('are those of the live release, then those of earlier ones that declare something', async () => {
  const read = await published([aRemote({ descriptor: aDescriptor({ flow }) })], {
    newer: aDescriptor({ version: 'newer', flow }),
    undeclared: aDescriptor({ version: 'undeclared' }),
    wrong: { name: 7 },
    older: aDescriptor({ version: 'older', flow }),
  });
  const answer = await read(NOW);
  expect(declarations.parse(answer)).toEqual(answer);
  expect(answer.releases.map(({ version, live }) => [version, live])).toEqual([
    ['1.0.0-a', true],
    ['newer', false],
    ['older', false],
  ]);
});

it('have the paths but no flow of a live build made before flows were declared', async () => {
  const read = await published([aRemote()], {});
  expect((await read(NOW)).releases).toEqual([
    { remote: 'mf-quiz', version: '1.0.0-a', live: true, flow: null, paths: ['/q1'] },
  ]);
});

it('report a canary as live only for the compatibility check', async () => {
  const read = await published([aRemote()], { next: aDescriptor({ version: 'next', flow }) }, { channel: 'canary' });
  const live = async (forCompat: boolean) =>
    (await read(NOW, forCompat)).releases.map((release) => [release.version, release.live]);
  expect(await live(false)).toEqual([
    ['1.0.0-a', true],
    ['next', false],
  ]);
  expect(await live(true)).toEqual([
    ['1.0.0-a', true],
    ['next', true],
  ]);
});

it('include releases without a flow only for the compatibility check', async () => {
  const read = await published([aRemote()], { undeclared: aDescriptor({ version: 'undeclared' }) });
  const versions = async (forCompat: boolean) => (await read(NOW, forCompat)).releases.map(({ version }) => version);
  expect(await versions(false)).toEqual(['1.0.0-a']);
  expect(await versions(true)).toEqual(['1.0.0-a', 'undeclared']);
});

describe('are refused only for the compatibility check', () => {
  const row = rowOf(
    { version: 'awaited', contract: 2 },
    { folder: 'awaited', commit: null, at: '2026-11-22T12:00:00Z' },
  );

  it.each([
    [
      'while a release that visitors have has not been copied yet',
      {},
      [{ remote: 'mf-quiz', id: 'a', row, channel: undefined }],
    ],
    ['if one has no readable descriptor', { wrong: { name: 7 } }, []],
  ])('%s', async (_case, builds, missing) => {
    const read = await published([aRemote()], builds, { missing });
    expect((await read(NOW)).releases).toHaveLength(1);
    await expect(read(NOW, true)).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});
