import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { processIdentity } from '@course/federation/identity';
import { withClient } from '@course/ops/postgres/client';
import { freePort } from '../process/ports.ts';
import type { StackFile } from '../stack/stack-file.ts';
import { scratchFolder } from '@course/test-kit/scratch';
import { seededRandom, testSeed } from '@course/test-kit/seeded-random';
import { startStack } from '../testing/started-stack.ts';

const TIMEOUT_MS = 600_000;
const PARTS = ['edge', 'funnel', 'mail', 'postgres', 'redis', 'releases', 'sandbox', 'tracking'];

/** How many parts are killed, drawn by chance; `npm run test:long` kills all. */
const KILLED = Number(process.env['KILLED_PARTS'] ?? 3);

const status = async (url: string): Promise<number> => (await fetch(url)).status;
const eventually = <T>(check: () => Promise<T> | T): Promise<T> =>
  vi.waitFor(check, { timeout: 120_000, interval: 200 });
const alive = (file: StackFile): readonly string[] =>
  Object.keys(file.pids).filter((name) => processIdentity(file.pids[name] ?? 0) !== undefined);

const allReady = async (file: StackFile): Promise<void> => {
  const answers = await Promise.all([
    status(file.url),
    status(`${file.funnelUrl}/readyz`),
    status(`${file.trackingUrl}/readyz`),
    status(`${file.releasesUrl}/healthz`),
  ]);
  expect(answers).toEqual([200, 200, 200, 200]);
};

test(
  'runs everything, keeps it running, ends orphans after kill -9 of itself with the data kept, and stops without a trace',
  { timeout: TIMEOUT_MS },
  async () => {
    const [dataDir, port] = [scratchFolder(), await freePort()];
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

    const orphans = stack.file();
    await withClient(orphans.databaseUrl, (client) => client.query('create table public.kept as select 1 as id'));
    stack.kill('SIGKILL');
    expect(await stack.ended).toBe('SIGKILL');
    expect([...alive(orphans)].sort()).toEqual(PARTS);

    const next = await startStack(dataDir, port);
    expect(next.lines[0]).toMatch(/^Ended what an earlier start left running: /);
    expect(next.lines.at(-1)).toBe(`Ready: http://localhost:${port}`);
    expect(alive(orphans)).toEqual([]);
    const last = next.file();
    const { rows } = await withClient(last.databaseUrl, (client) => client.query('select id from public.kept'));
    expect(rows).toEqual([{ id: 1 }]);

    const refused = await startStack(scratchFolder(), port);
    expect(await refused.ended).toBe(1);
    expect(refused.lines).toEqual([
      `Port ${port} is taken by another program. End that program, or choose another: PORT=${port + 1} npm start`,
    ]);

    next.kill('SIGTERM');
    expect(await next.ended).toBe(0);
    expect(alive(last)).toEqual([]);
    expect(existsSync(path.join(dataDir, 'stack.json'))).toBe(false);
  },
);
