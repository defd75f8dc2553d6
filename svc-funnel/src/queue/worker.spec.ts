import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { bundleProgram } from '../../test/bundle-program.ts';
import { query } from '../../test/database.ts';
import { startGate, type Gate } from '@course/test-kit/tcp-gate';
import { ownStores } from '../../test/own-stores.ts';
import { createLogger } from '@course/service-kit';
import { ADVISORY_LOCKS } from '../platform/locks.ts';
import { queueConnections, startWorker, type QueueWorker } from './run-worker.ts';
import type { Task, TaskName } from './tasks.ts';
import { WorkerLiveness } from './worker-liveness.ts';

const workers: QueueWorker[] = [];
const children: ChildProcess[] = [];
const gates: Gate[] = [];
let stores: Awaited<ReturnType<typeof ownStores>>;
beforeAll(async () => {
  stores = await ownStores();
});
afterAll(() => stores.stop());
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await Promise.all(gates.splice(0).map((gate) => gate.stop()));
});

const lines: string[] = [];
const logger = createLogger('svc-funnel', 'debug', { write: (line) => void lines.push(line) });

// Uses a task name that no other test's worker handles.
const work = (task: (payload: unknown) => Promise<void>, databaseUrl = stores.funnelDatabaseUrl): void => {
  const tasks = new Map<TaskName, Task<never>>([['watch', task]]);
  workers.push(startWorker({ databaseUrl, tasks, logger, concurrency: 2, checkIntervalMs: 200, crontab: '' }));
};

const add = async (task: string, payload: unknown): Promise<unknown> =>
  (await query('select id from graphile_worker.add_job($1, $2::json)', [task, JSON.stringify(payload)]))[0]?.['id'];
/** Counts how often workers have checked for dead ones, as far as polling notices. */
const countChecks = () => {
  const seen = new Set<string>();
  return async (): Promise<number> => {
    const rows = await query(
      `select pid, query_start::text from pg_stat_activity where datname = current_database() and application_name = 'svc-funnel-liveness' and query like '%pg_locks%' and pid <> pg_backend_pid()`,
    );
    for (const { pid, query_start: start } of rows) seen.add(`${String(pid)} ${String(start)}`);
    return seen.size;
  };
};
const jobOf = async (id: unknown) =>
  (await query('select locked_by, attempts from graphile_worker.jobs where id = $1', [id]))[0];

it('frees the jobs of a worker that was killed in the middle of them, within two checks', async () => {
  // Only the process below handles 'send' jobs; the worker in this process handles 'watch' jobs.
  const program = await bundleProgram(path.resolve(import.meta.dirname, '../../test/worker-process.ts'));
  onTestFinished(program.remove);
  const child = fork(program.file, [stores.funnelDatabaseUrl], { execArgv: [] });
  children.push(child);
  const sending = once(child, 'message');
  const job = await add('send', { deliveryId: crypto.randomUUID() });
  await sending;
  expect(await jobOf(job)).toMatchObject({ locked_by: expect.stringMatching(/^pool-/), attempts: 1 });
  work(() => Promise.resolve());
  // While it lives, it keeps its job however often others check.
  const before = await add('watch', {});
  await expect.poll(() => jobOf(before)).toBeUndefined();
  await expect.poll(countChecks()).toBeGreaterThan(7);
  expect(await jobOf(job)).toMatchObject({ locked_by: expect.stringMatching(/^pool-/) });
  child.kill('SIGKILL');
  await expect.poll(() => jobOf(job)).toMatchObject({ locked_by: null, attempts: 1 });
  await expect.poll(() => lines.join('')).toContain('freed the jobs of workers that are gone');
  await query('select graphile_worker.complete_jobs(array[$1::bigint])', [job]);
});

it('starts again after its database was unreachable', async () => {
  const gate = await startGate(stores.funnelDatabaseUrl);
  gates.push(gate);
  gate.close();
  const done: unknown[] = [];
  work((payload) => Promise.resolve(void done.push(payload)), gate.url);
  await add('watch', { number: 1 });
  await expect.poll(() => lines.join('')).toContain('the queue worker stopped: it starts again');
  gate.open();
  await expect.poll(() => done).toEqual([{ number: 1 }]);
  gate.close();
  await add('watch', { number: 2 });
  gate.open();
  await expect.poll(() => done).toEqual([{ number: 1 }, { number: 2 }]);
});

/** Returns who holds a worker's liveness lock, or waits for it. */
const locksOf = (workerId: string) =>
  query(
    `select granted from pg_locks where locktype = 'advisory' and classid::bigint = $1 and objid::bigint = hashtext($2)::bigint & 4294967295 order by granted`,
    [ADVISORY_LOCKS.worker, workerId],
  );

it('holds no lock after it has stopped, even if it stopped while it was reconnecting', async () => {
  const gate = await startGate(stores.funnelDatabaseUrl);
  gates.push(gate);
  const workerId = `pool-${crypto.randomUUID()}`;
  const liveness = new WorkerLiveness({ databaseUrl: gate.url, workerId, checkIntervalMs: 60_000, logger });
  onTestFinished(() => liveness.stop());
  await liveness.begin();
  gate.close();
  const other = new pg.Client({ connectionString: stores.funnelDatabaseUrl });
  await other.connect();
  await other.query('select pg_advisory_lock($1, hashtext($2))', [ADVISORY_LOCKS.worker, workerId]);
  gate.open();
  await expect.poll(() => locksOf(workerId)).toEqual([{ granted: false }, { granted: true }]);
  await liveness.stop();
  await other.end();
  await expect.poll(() => locksOf(workerId)).toEqual([]);
});

it('takes its lock again after its connection was closed while it looked for dead workers', async () => {
  const gate = await startGate(stores.funnelDatabaseUrl);
  gates.push(gate);
  const workerId = `pool-${crypto.randomUUID()}`;
  const liveness = new WorkerLiveness({ databaseUrl: gate.url, workerId, checkIntervalMs: 100, logger });
  onTestFinished(() => liveness.stop());
  const other = new pg.Client({ connectionString: stores.funnelDatabaseUrl });
  await other.connect();
  onTestFinished(() => other.end());
  await liveness.begin();
  await other.query('begin');
  await other.query('lock table graphile_worker._private_jobs in access exclusive mode');
  const waiting = () =>
    query(`select 1 from pg_stat_activity where application_name = 'svc-funnel-liveness' and wait_event_type = 'Lock'`);
  await expect.poll(waiting).toHaveLength(1);
  gate.close();
  await other.query('rollback');
  await expect.poll(() => locksOf(workerId)).toEqual([]);
  gate.open();
  await expect.poll(() => locksOf(workerId)).toEqual([{ granted: true }]);
});

it('lets a running job finish before it stops', async () => {
  let finished = false;
  let finish: () => void = () => undefined;
  const allowed = new Promise<void>((resolve) => (finish = resolve));
  const began = new Promise<void>((resolve) => {
    work(async () => {
      resolve();
      await allowed;
      finished = true;
    });
  });
  const job = await add('watch', {});
  await began;
  const stopped = workers.splice(0)[0]?.stop();
  finish();
  await stopped;
  expect(finished).toBe(true);
  expect(await jobOf(job)).toBeUndefined();
});

it("can be used by the service's role, which may not change its schema", async () => {
  const client = new pg.Client({ connectionString: stores.funnelDatabaseUrl });
  await client.connect();
  await expect(client.query('drop table graphile_worker._private_jobs')).rejects.toThrow(/must be owner/);
  await expect(client.query('delete from graphile_worker.migrations')).rejects.toThrow(/permission denied/);
  await client.end();
});

it('releases a connection once, however often it is released', async () => {
  const pool = queueConnections({ databaseUrl: stores.funnelDatabaseUrl, concurrency: 2, logger });
  await new Promise<void>((resolve, reject) =>
    pool.connect((error, _client, release) => {
      try {
        release();
        release();
        resolve();
      } catch (failure) {
        reject(error ?? (failure as Error));
      }
    }),
  );
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

it('has nothing to release when no connection could be made', async () => {
  const gate = await startGate(stores.funnelDatabaseUrl);
  gates.push(gate);
  gate.close();
  const pool = queueConnections({ databaseUrl: gate.url, concurrency: 2, logger });
  // As graphile-worker does once it has stopped, although pg-pool may pass no function.
  const connectAndRelease = (): Promise<Error | undefined> =>
    new Promise((resolve, reject) =>
      pool.connect((error, _client, release?: () => void) => {
        try {
          release?.();
          resolve(error);
        } catch (failure) {
          reject(failure as Error);
        }
      }),
    );
  expect(await connectAndRelease()).toBeInstanceOf(Error);
  await pool.end();
  expect(await connectAndRelease()).toBeInstanceOf(Error);
});
