import dns from 'node:dns';
import { startGate, type Gate } from '@course/test-kit/tcp-gate';
import { startTestStores, type TestStores } from '@course/test-kit/test-stores';
import pg from 'pg';
import { createClient } from 'redis';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { PostgresWatch } from './postgres-watch.ts';
import { watchRedis } from './redis-watch.ts';

/** Generous: without these watches it took from 25 s to a quarter of an hour. */
const SOON = { timeout: 30_000 };

let stores: TestStores;
const cleanUps: (() => Promise<void> | void)[] = [];
beforeAll(async () => {
  stores = await startTestStores();
});
afterAll(() => stores.stop());
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  vi.restoreAllMocks();
});

const gateTo = async (url: string): Promise<Gate> => {
  const gate = await startGate(url);
  cleanUps.push(() => gate.stop());
  return gate;
};

/** Returns the URL with a host name that resolves to an address of the test's choice. */
const withHostName = (url: string) => {
  let current = '127.0.0.1';
  const { lookup: system } = dns;
  // As Node calls it (name, options, callback) and as pg does (name, callback).
  const lookup = (...args: unknown[]): void => {
    if (args[0] !== 'store.test') return void Reflect.apply(system, dns, args);
    const isAll = typeof args[1] === 'object' && Reflect.get(args[1] as object, 'all') === true;
    const done = args.at(-1) as (...answer: unknown[]) => void;
    process.nextTick(() => (isAll ? done(null, [{ address: current, family: 4 }]) : done(null, current, 4)));
  };
  vi.spyOn(dns, 'lookup').mockImplementation(lookup as never);
  return {
    url: url.replace('127.0.0.1', 'store.test'),
    lookup,
    resolveTo: (address: string) => void (current = address),
  };
};

const watchedPool = (
  databaseUrl: string,
  { replyMs, idleIntervalMs }: { replyMs?: number; idleIntervalMs?: number } = {},
) => {
  const silences: Error[] = [];
  const onSilence = (error: Error): void => void silences.push(error);
  const watch = new PostgresWatch({ databaseUrl, name: 'watch', onSilence, ...(idleIntervalMs && { idleIntervalMs }) });
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 1000,
    Client: watch.clients(replyMs),
  });
  pool.on('error', () => undefined);
  cleanUps.push(
    () => pool.end(),
    () => watch.stop(),
  );
  return { watch, pool, silences };
};

const outcome = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'answered',
    (error: Error) => error.message,
  );

it('ends running statements and idle connections when PostgreSQL falls silent, and reports it once', async () => {
  const gate = await gateTo(stores.databaseUrl);
  const { watch, pool, silences } = watchedPool(gate.url);
  await Promise.all([pool.query('select 1'), pool.query('select pg_sleep(0.1)')]);
  watch.start();
  expect(pool.totalCount).toBe(2);
  gate.silence();
  expect(await outcome(pool.query('select 1'))).toBe('PostgreSQL fell silent');
  await expect.poll(() => pool.totalCount, SOON).toBe(0);
  expect(silences).toHaveLength(1);
  gate.open();
  await expect.poll(() => outcome(pool.query('select 1')), SOON).toBe('answered');
});

it('leaves a long statement alone while PostgreSQL answers', async () => {
  const { watch, pool, silences } = watchedPool((await gateTo(stores.databaseUrl)).url);
  watch.start();
  expect(await outcome(pool.query('select pg_sleep(3)'))).toBe('answered');
  expect(silences).toEqual([]);
});

it('ends a long-running statement when PostgreSQL falls silent', async () => {
  const gate = await gateTo(stores.databaseUrl);
  const { watch, pool } = watchedPool(gate.url, { idleIntervalMs: 3_600_000 });
  const { pool: other } = watchedPool(stores.databaseUrl);
  watch.start();
  const long = outcome(pool.query('select pg_sleep(60)'));
  const seconds = `select extract(epoch from now() - query_start)::float8 as seconds from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'`;
  await expect.poll(async () => (await other.query(seconds)).rows[0]?.seconds, SOON).toBeGreaterThan(2);
  gate.silence();
  expect(await long).toBe('PostgreSQL fell silent');
});

it('ends only the connection whose statement gets no reply', async () => {
  const { pool } = watchedPool(stores.databaseUrl, { replyMs: 300 });
  expect(await outcome(pool.query('select pg_sleep(5)'))).toBe('No answer within 300 ms');
  expect(await outcome(pool.query('select 1'))).toBe('answered');
});

it('finds PostgreSQL at a new address', async () => {
  const gate = await gateTo(stores.databaseUrl);
  const { url, resolveTo } = withHostName(gate.url);
  const { watch, pool } = watchedPool(url);
  watch.start();
  await pool.query('select 1');
  await gate.move('127.0.0.2');
  resolveTo('127.0.0.2');
  await expect.poll(() => outcome(pool.query('select 1')), SOON).toBe('answered');
});

it('replaces a Redis connection that falls silent under a steady stream of commands, and finds Redis at a new address', async () => {
  const gate = await gateTo(stores.redisUrl);
  const { url, lookup, resolveTo } = withHostName(gate.url);
  const client = createClient({
    url,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: { lookup, connectTimeout: 1000, socketTimeout: 2000, reconnectStrategy: 100 },
  });
  const errors: string[] = [];
  client.on('error', (error: Error) => void errors.push(error.message));
  await client.connect();
  watchRedis(client);
  // The client itself counts written bytes as a sign of life.
  const traffic = setInterval(() => void client.get('x').catch(() => undefined), 50);
  cleanUps.push(
    () => client.destroy(),
    () => clearInterval(traffic),
  );
  await gate.move('127.0.0.3');
  expect(await outcome(client.get('x'))).toMatch(/Disconnects client/i);
  expect(errors).toContain('Redis fell silent');
  resolveTo('127.0.0.3');
  await expect.poll(() => outcome(client.ping()), SOON).toBe('answered');
});
