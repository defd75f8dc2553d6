import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { isStoreFailure } from './store-failure.ts';

/** What PostgreSQL sends to a client that has logged in. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/** Returns the address of a server that accepts every login and answers no query. */
const silentServer = async (): Promise<string> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('data', () => socket.write(WELCOME)).on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  return `postgresql://a:b@127.0.0.1:${(server.address() as AddressInfo).port}/c`;
};

const errorOf = (failing: Promise<unknown>): Promise<unknown> =>
  failing.then(
    () => expect.fail('Did not fail'),
    (error: unknown) => error,
  );

test('a query without an answer within query_timeout is a store failure', async () => {
  const pool = new pg.Pool({ connectionString: await silentServer(), query_timeout: 50 });
  pool.on('error', () => undefined);
  expect(isStoreFailure(await errorOf(pool.query('select 1')))).toBe(true);
});

test('an unreachable server is a store failure', async () => {
  const pool = new pg.Pool({ connectionString: 'postgresql://a:b@127.0.0.1:9/c' });
  expect(isStoreFailure(await errorOf(pool.query('select 1')))).toBe(true);
});

const withCode = (code: string): Error => Object.assign(new Error('failed'), { code });

test.each(['08006', '57P01', '57P03', '53300', '57014', '40001', 'P1001', 'ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH'])(
  '%s is a store failure',
  (code) => {
    expect(isStoreFailure(withCode(code))).toBe(true);
    expect(isStoreFailure(new Error('request failed', { cause: withCode(code) }))).toBe(true);
  },
);

test.each(['28P01', '42P01', '23505', 'P2002', 'ENOENT'])('%s is an error that a retry would not fix', (code) => {
  expect(isStoreFailure(withCode(code))).toBe(false);
});
