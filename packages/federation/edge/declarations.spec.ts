import fs from 'node:fs/promises';
import path from 'node:path';
import { declarations, type DeclaredFlow } from '@course/contracts';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { scratchFolder } from '../testing/a-build.ts';
import { declarationReader } from './declarations.ts';
import { aDescriptor, aRemote } from '../testing/fixtures.ts';
import type { KnownRemote } from './live.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const flow: DeclaredFlow = { entries: {}, exits: [], steps: [], needs: { services: {}, plans: [], labels: [] } };

/** What an edge has: live remotes, and earlier releases, the latest first, by version with their descriptions. */
async function published(remotes: readonly KnownRemote[], builds: Readonly<Record<string, unknown>>) {
  const dir = scratchFolder();
  const earlier = Object.keys(builds).map((version) => ({
    remote: 'mf-quiz',
    release: Buffer.from(version).toString('hex').padEnd(20, '0').slice(0, 20),
    version,
    folder: path.join(dir, version),
  }));
  for (const { version, folder } of earlier) {
    await fs.mkdir(folder, { recursive: true });
    await fs.writeFile(path.join(folder, 'remote.json'), JSON.stringify(builds[version]));
  }
  const releases = { live: () => ({ remotes, served: [] }), earlier: () => earlier };
  return declarationReader(releases, pino({ level: 'silent' }));
}

it('are those of the live release, then of the earlier ones that declare something', async () => {
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

it('have no flow of a live build of before declarations, but its paths', async () => {
  const read = await published([aRemote()], {});
  expect((await read(NOW)).releases).toEqual([
    { remote: 'mf-quiz', version: '1.0.0-a', live: true, flow: null, paths: ['/q1'] },
  ]);
});
