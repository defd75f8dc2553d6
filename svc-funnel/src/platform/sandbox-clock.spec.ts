import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '@course/service-kit';
import { isSandbox, readAhead, SandboxClock } from './sandbox-clock.ts';

const REAL = new Date('2026-03-01T12:00:00Z');
const HOUR_MS = 3_600_000;

/** The one row, which may be missing or out of reach. */
function aRow(aheadMs: number | null) {
  const row = { aheadMs, isAway: false, reads: 0 };
  const query = () => {
    row.reads += 1;
    if (row.isAway) return Promise.reject(new Error('away'));
    return Promise.resolve({ rows: row.aheadMs === null ? [] : [{ ahead_ms: String(row.aheadMs) }] });
  };
  return { row, prisma: { pool: { query } } as unknown as Parameters<SandboxClock['follow']>[0] };
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
  it('is the real one before it has read anything, and where there is no row', async () => {
    expect(ahead()).toBe(0);
    expect(await readAhead(aRow(null).prisma)).toBe(0);
  });

  it('is ahead by what the row says, and notices within a second when that changes', async () => {
    const { row, prisma } = aRow(HOUR_MS);
    await clock.follow(prisma, logger);
    expect(ahead()).toBe(HOUR_MS);
    row.aheadMs = 24 * HOUR_MS;
    await vi.advanceTimersByTimeAsync(1000);
    expect(ahead()).toBe(24 * HOUR_MS);
  });

  it('goes on from what is known while the row cannot be read, says so once, and reads on', async () => {
    const { row, prisma } = aRow(HOUR_MS);
    await clock.follow(prisma, logger);
    row.isAway = true;
    await vi.advanceTimersByTimeAsync(5000);
    expect([ahead(), lines.length]).toEqual([HOUR_MS, 1]);
    Object.assign(row, { isAway: false, aheadMs: 2 * HOUR_MS });
    await vi.advanceTimersByTimeAsync(1000);
    expect(ahead()).toBe(2 * HOUR_MS);
    row.isAway = true;
    await vi.advanceTimersByTimeAsync(1000);
    expect(lines).toHaveLength(2);
  });

  it('starts also when the first read fails', async () => {
    const { row, prisma } = aRow(HOUR_MS);
    row.isAway = true;
    await clock.follow(prisma, logger);
    expect(ahead()).toBe(0);
  });

  it('reads no more once it was stopped', async () => {
    const { row, prisma } = aRow(HOUR_MS);
    await clock.follow(prisma, logger);
    clock.stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(row.reads).toBe(1);
  });
});

it.each([
  [true, { livemode: false, apiBase: new URL('http://127.0.0.1:4242') }],
  [false, { livemode: false, apiBase: undefined }],
  [false, { livemode: true, apiBase: undefined }],
  [false, { livemode: true, apiBase: new URL('http://127.0.0.1:4242') }],
])('time may be moved: %s with %o', (may, keys) => {
  expect(isSandbox({ ...keys, secretKey: 'sk', webhookSecret: 'whsec' })).toBe(may);
});
