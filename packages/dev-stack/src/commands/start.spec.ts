import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { processIdentity } from '@course/federation/identity';
import { freePort } from '../process/ports.ts';
import { recordsFile } from '../stack/lock-data-dir.ts';
import type { StackFile } from '../stack/stack-file.ts';
import { temporaryDataDir } from '../stack/temporary-data-dir.ts';
import { scratchFolder } from '@course/test-kit/scratch';
import { seededRandom, testSeed } from '@course/test-kit/seeded-random';
import { startStack } from '../testing/started-stack.ts';

const TIMEOUT_MS = 600_000;
const PARTS = ['edge', 'funnel', 'mail', 'postgres', 'redis', 'releases', 'sandbox', 'tracking'];

/** How many randomly chosen parts are killed; `npm run test:long` kills all. */
const KILLED = Number(process.env['KILLED_PARTS'] ?? 3);

const DATABASE_IS_READY = 'The database is up to date';
/** The line at which a start is interrupted, and what runs by then; `npm run test:long` waits until all is ready. */
const [INTERRUPTED_AT, RUNNING_THEN] =
  KILLED < PARTS.length ? [DATABASE_IS_READY, ['postgres', 'redis']] : ['Ready: ', PARTS];

const status = async (url: string): Promise<number> => (await fetch(url)).status;
const eventually = <T>(check: () => Promise<T> | T): Promise<T> =>
  vi.waitFor(check, { timeout: 120_000, interval: 200 });
const alive = ({ pids }: Pick<StackFile, 'pids'>): readonly string[] =>
  Object.keys(pids).filter((name) => processIdentity(pids[name] ?? 0) !== undefined);

/** Returns the processes that a start still in progress has recorded. */
const startedIn = (dataDir: string): Pick<StackFile, 'pids'> => {
  const records = JSON.parse(readFileSync(recordsFile(dataDir), 'utf8')) as { name: string; pid: number }[];
  return { pids: Object.fromEntries(records.map(({ name, pid }) => [name, pid])) };
};

const allReady = async (file: StackFile): Promise<void> => {
  const statuses = await Promise.all([
    status(file.url),
    status(`${file.funnelUrl}/readyz`),
    status(`${file.trackingUrl}/readyz`),
    status(`${file.releasesUrl}/healthz`),
  ]);
  expect(statuses).toEqual([200, 200, 200, 200]);
};

/** Shared: the second test continues with the data of the first. */
const dataDir = temporaryDataDir('started-');
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test(
  'starts everything, restarts what dies, refuses a second stack on its port and stops without a trace',
  { timeout: TIMEOUT_MS },
  async () => {
    const port = await freePort();
    const stack = await startStack(dataDir, port);
    expect(stack.lines.at(-1)).toBe(`Ready: http://localhost:${port}`);
    expect(statSync(path.join(dataDir, 'stack.json')).mode & 0o777).toBe(0o600);

    const first = stack.file();
    expect(Object.keys(first.pids).sort()).toEqual(PARTS);
    await allReady(first);

    const killed = seededRandom(testSeed()).sample(PARTS, KILLED);
    for (const name of killed) process.kill(first.pids[name]!, 'SIGKILL');
    const second = await eventually(() => {
      const file = stack.file();
      expect([...alive(file)].sort()).toEqual(PARTS);
      expect(killed.filter((name) => file.pids[name] === first.pids[name])).toEqual([]);
      return file;
    });
    expect({ ...second, pids: {} }).toEqual({ ...first, pids: {} });
    await eventually(() => allReady(second));

    const refused = await startStack(scratchFolder(), port);
    expect(await refused.ended).toBe(1);
    expect(refused.lines).toEqual([
      `Port ${port} is taken by another program. End that program, or choose another: PORT=${port + 1} npm start`,
    ]);

    const last = stack.file();
    stack.kill('SIGTERM');
    expect(await stack.ended).toBe(0);
    expect(alive(last)).toEqual([]);
    expect(existsSync(path.join(dataDir, 'stack.json'))).toBe(false);
  },
);

test(
  'ends the orphans of a start that was killed, keeps its data, and can be stopped half-way',
  { timeout: TIMEOUT_MS },
  async () => {
    const port = await freePort();
    const killed = await startStack(dataDir, port, INTERRUPTED_AT);
    killed.kill('SIGKILL');
    expect(await killed.ended).toBe('SIGKILL');
    const orphans = startedIn(dataDir);
    expect(alive(orphans)).toEqual(expect.arrayContaining(RUNNING_THEN));

    const next = await startStack(dataDir, port, INTERRUPTED_AT);
    expect(next.lines[0]).toMatch(/^Ended what an earlier start left running: /);
    expect(next.lines).toContain(DATABASE_IS_READY);
    expect(alive(orphans)).toEqual([]);

    const started = startedIn(dataDir);
    expect(alive(started)).toEqual(expect.arrayContaining(RUNNING_THEN));
    next.kill('SIGTERM');
    expect(await next.ended).toBe(0);
    expect(alive(started)).toEqual([]);
    expect(startedIn(dataDir)).toEqual({ pids: {} });
  },
);
