import fs from 'node:fs/promises';
import path from 'node:path';
import { declarations, type DeclaredFlow } from '@course/contracts';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { scratchFolder } from '../registry/a-build.ts';
import { declarationReader } from './declarations.ts';
import { aDescriptor, aRemote } from './fixtures.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const DAY_MS = 86_400_000;
const flow: DeclaredFlow = { entries: {}, exits: [], steps: [], needs: { services: {}, plans: [], labels: [] } };

/** A folder of published builds, by version: how many days ago each stopped being live, and its description. */
async function published(builds: Readonly<Record<string, readonly [daysAgo: number, description: unknown]>>) {
  const remotesDir = scratchFolder();
  for (const [version, [daysAgo, description]] of Object.entries(builds)) {
    const folder = path.join(remotesDir, 'mf-quiz', version);
    await fs.mkdir(folder, { recursive: true });
    await fs.writeFile(path.join(folder, 'remote.json'), JSON.stringify(description));
    const ended = new Date(NOW - daysAgo * DAY_MS);
    await fs.utimes(folder, ended, ended);
  }
  return declarationReader({ remotesDir, logger: pino({ level: 'silent' }) });
}

it('are those of the live release, then of those that were live within 30 days, newest first', async () => {
  const read = await published({
    '1.0.0-a': [0, aDescriptor({ flow })],
    older: [29, aDescriptor({ version: 'older', flow })],
    newer: [1, aDescriptor({ version: 'newer', flow })],
    ancient: [31, aDescriptor({ version: 'ancient', flow })],
    undeclared: [1, aDescriptor({ version: 'undeclared' })],
    'next.77.draft': [0, aDescriptor({ flow })],
    wrong: [1, { name: 7 }],
  });
  const answer = await read([aRemote({ descriptor: aDescriptor({ flow }) })], NOW);
  expect(declarations.parse(answer)).toEqual(answer);
  expect(answer.releases.map(({ version, live }) => [version, live])).toEqual([
    ['1.0.0-a', true],
    ['newer', false],
    ['older', false],
  ]);
});

it('have no flow of a live build of before declarations, but its paths', async () => {
  const read = await published({});
  expect((await read([aRemote()], NOW)).releases).toEqual([
    { remote: 'mf-quiz', version: '1.0.0-a', live: true, flow: null, paths: ['/q1'] },
  ]);
});
