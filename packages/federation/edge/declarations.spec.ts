import fs from 'node:fs/promises';
import path from 'node:path';
import { declarations, type DeclaredFlow } from '@course/contracts';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { scratchFolder } from '../registry/a-build.ts';
import { declarationReader } from './declarations.ts';
import { aDescriptor, aRemote } from './fixtures.ts';
import type { KnownRemote } from './live.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const DAY_MS = 86_400_000;
const flow: DeclaredFlow = { entries: {}, exits: [], steps: [], needs: { services: {}, plans: [], labels: [] } };

/** What an edge has: live remotes, and earlier releases by version, with how many days ago each ended and its description. */
async function published(
  remotes: readonly KnownRemote[],
  builds: Readonly<Record<string, readonly [daysAgo: number, description: unknown]>>,
) {
  const dir = scratchFolder();
  const earlier = Object.entries(builds).map(([version, [daysAgo]]) => ({
    remote: 'mf-quiz',
    release: Buffer.from(version).toString('hex').padEnd(20, '0').slice(0, 20),
    version,
    folder: path.join(dir, version),
    endedAt: NOW - daysAgo * DAY_MS,
  }));
  for (const { version, folder } of earlier) {
    await fs.mkdir(folder, { recursive: true });
    await fs.writeFile(path.join(folder, 'remote.json'), JSON.stringify(builds[version]?.[1]));
  }
  const releases = { live: () => ({ remotes, served: [] }), earlier: () => earlier };
  return declarationReader(releases, pino({ level: 'silent' }));
}

it('are those of the live release, then of those that were live within 30 days, newest first', async () => {
  const read = await published([aRemote({ descriptor: aDescriptor({ flow }) })], {
    older: [29, aDescriptor({ version: 'older', flow })],
    newer: [1, aDescriptor({ version: 'newer', flow })],
    ancient: [31, aDescriptor({ version: 'ancient', flow })],
    undeclared: [1, aDescriptor({ version: 'undeclared' })],
    wrong: [1, { name: 7 }],
  });
  const answer = await read(NOW);
  expect(declarations.parse(answer)).toEqual(answer);
  expect(answer.releases.map(({ version, live }) => [version, live])).toEqual([
    ['1.0.0-a', true],
    ['newer', false],
    ['older', false],
  ]);
});

it('have no flow of a live build of before declarations, but its paths', async () => {
  const read = await published([aRemote()], {});
  expect((await read(NOW)).releases).toEqual([
    { remote: 'mf-quiz', version: '1.0.0-a', live: true, flow: null, paths: ['/q1'] },
  ]);
});
