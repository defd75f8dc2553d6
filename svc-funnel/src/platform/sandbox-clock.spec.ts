import { EventEmitter } from 'node:events';
import { workerStores } from '@course/test-kit/fresh-stores';
import pg from 'pg';
import { query } from '../../test/database.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '@course/service-kit';
import { isSandbox, MOVED, readAhead, SandboxClock } from './sandbox-clock.ts';
import { HOUR_MS } from './clock.ts';

const REAL = new Date('2026-03-01T12:00:00Z');

/** Returns a connection that never receives a notification. */
const aListener = () => Object.assign(new EventEmitter(), { query: () => Promise.resolve(), release: () => undefined });

/** Returns the clock's row, which may be missing or unreachable. */
function aRow(aheadMs: number | null) {
  const row = { aheadMs, isAway: false, reads: 0 };
  const connect = () => (row.isAway ? Promise.reject(new Error('away')) : Promise.resolve(aListener()));
  const query = () => {
    row.reads += 1;
    if (row.isAway) return Promise.reject(new Error('away'));
    return Promise.resolve({ rows: row.aheadMs === null ? [] : [{ ahead_ms: String(row.aheadMs) }] });
  };
  return { row, prisma: { pool: { query, connect } } as unknown as Parameters<SandboxClock['follow']>[0] };
}

const lines: string[] = [];
const logger = createLogger('svc-funnel', 'warn', { write: (line) => void lines.push(line) });
let clock: SandboxClock;
beforeEach(() => {
  vi.useFakeTimers();
  lines.length = 0;
  clock = new SandboxClock(() => REAL);
});
afterEach(() => {
  clock.stop();
  vi.useRealTimers();
});
const ahead = (): number => clock.now().getTime() - REAL.getTime();

describe('the clock of the sandbox', () => {
  it('is the real one before the row was read, and when there is none', async () => {
    expect(ahead()).toBe(0);
    expect(await readAhead(aRow(null).prisma)).toBe(0);
  });

  it('is ahead as the row says, and notices a change without a notification within five seconds', async () => {
    const { row, prisma } = aRow(HOUR_MS);
    await clock.follow(prisma, logger);
    expect(ahead()).toBe(HOUR_MS);
    row.aheadMs = 24 * HOUR_MS;
    await vi.advanceTimersByTimeAsync(5000);
    expect(ahead()).toBe(24 * HOUR_MS);
  });

  it('keeps the last known value while the row cannot be read, logs that once, and keeps reading', async () => {
    const { row, prisma } = aRow(HOUR_MS);
    await clock.follow(prisma, logger);
    row.isAway = true;
    await vi.advanceTimersByTimeAsync(15_000);
    expect([ahead(), lines.length]).toEqual([HOUR_MS, 1]);
    Object.assign(row, { isAway: false, aheadMs: 2 * HOUR_MS });
    await vi.advanceTimersByTimeAsync(5000);
    expect(ahead()).toBe(2 * HOUR_MS);
    row.isAway = true;
    await vi.advanceTimersByTimeAsync(5000);
    expect(lines).toHaveLength(2);
  });

  it('starts even if the first read fails', async () => {
    const { row, prisma } = aRow(HOUR_MS);
    row.isAway = true;
    await clock.follow(prisma, logger);
    expect(ahead()).toBe(0);
  });

  it('stops reading once it is stopped', async () => {
    const { row, prisma } = aRow(HOUR_MS);
    await clock.follow(prisma, logger);
    clock.stop();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(row.reads).toBe(1);
  });
});

describe('a move with a notification', () => {
  let pool: pg.Pool;
  beforeEach(async () => {
    vi.useRealTimers();
    pool = new pg.Pool({ connectionString: workerStores().funnelDatabaseUrl, max: 2 });
    pool.on('error', () => undefined);
    await clock.follow({ pool }, logger);
  });
  afterEach(async () => {
    clock.stop();
    await move(0);
    // Would wait for a connection that was not released.
    await pool.end();
  });

  const move = async (aheadMs: number): Promise<void> => {
    await query('update funnel.sandbox_clock set ahead_ms = $1', [aheadMs]);
    await query('select pg_notify($1, $2)', [MOVED, '']);
  };
  const listeners = async (): Promise<unknown[]> =>
    (
      await query(
        `select pid from pg_stat_activity where datname = current_database() and query = 'LISTEN ' || $1 and state = 'idle'`,
        [MOVED],
      )
    ).map(({ pid }) => pid);

  it('takes effect at once, long before the row is read again', async () => {
    await move(HOUR_MS);
    await expect.poll(ahead).toBe(HOUR_MS);
  });

  it('takes effect even after the listening connection was lost', async () => {
    const [lost] = await listeners();
    await query('select pg_terminate_backend($1)', [lost]);
    await expect.poll(listeners).not.toContain(lost);
    await expect.poll(listeners).toHaveLength(1);
    await move(2 * HOUR_MS);
    await expect.poll(ahead).toBe(2 * HOUR_MS);
  });
});

it.each([
  [true, { livemode: false, apiBase: new URL('http://127.0.0.1:4242') }],
  [false, { livemode: false, apiBase: undefined }],
  [false, { livemode: true, apiBase: undefined }],
  [false, { livemode: true, apiBase: new URL('http://127.0.0.1:4242') }],
])('the clock may be moved: %s with %o', (expected, keys) => {
  expect(isSandbox({ ...keys, secretKey: 'sk', webhookSecret: 'whsec' })).toBe(expected);
});
