import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { Failure } from '@course/ops/failure';

// Below every system's range for outgoing connections, so that a restarted service finds its port free.
const LOWEST = 15_000;
const HIGHEST = 32_000;
const ATTEMPTS = 200;

/** Returns the error code with which listening fails; undefined if it works. */
const listenError = (port: number, host: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });

/** A returned port stays reserved for this long, and for at most twice as long: more than any start takes. */
const RESERVED_MS = 300_000;

/**
 * Reserves a port among all processes of this user, because several stacks may choose their ports before any of their
 * programs listens. Returns false if it is reserved. Each period has a folder of its own, so that nothing has to be
 * released.
 */
const reserve = (port: number): boolean => {
  const folder = path.join(tmpdir(), `course-ports-${userInfo().uid}`);
  const period = Math.floor(Date.now() / RESERVED_MS);
  const fileIn = (ofPeriod: number): string => path.join(folder, String(ofPeriod), String(port));
  mkdirSync(path.dirname(fileIn(period)), { recursive: true });
  for (const name of readdirSync(folder))
    if (Number(name) < period - 1) rmSync(path.join(folder, name), { recursive: true, force: true });
  if (existsSync(fileIn(period - 1))) return false;
  try {
    writeFileSync(fileIn(period), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/** A port is not returned twice by this process, because its server may be restarting. */
const returned = new Set<number>();

/**
 * Returns a free port on 127.0.0.1, each time another one, also in other processes. Throws a `Failure` when it finds
 * none. `draw` is replaced by tests.
 */
export const freePort = async (draw = () => randomInt(LOWEST, HIGHEST)): Promise<number> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = draw();
    if (returned.has(port) || (await listenError(port, '127.0.0.1')) !== undefined || !reserve(port)) continue;
    returned.add(port);
    return port;
  }
  throw new Failure(
    `No free port between ${LOWEST} and ${HIGHEST} on 127.0.0.1. End programs that hold ports, then try again.`,
  );
};

// `localhost` may be either. Without IPv6, listening on the second fails with another code than those below.
const HOSTS = ['127.0.0.1', '::1'];

/** Throws a `Failure` with the remedy if the site cannot listen on this port. */
export const requirePort = async (port: number): Promise<void> => {
  const errors = await Promise.all(HOSTS.map((host) => listenError(port, host)));
  const another = `or choose another: PORT=${port + 1 > 65_535 ? 3001 : port + 1} npm start`;
  if (errors.includes('EADDRINUSE'))
    throw new Failure(`Port ${port} is taken by another program. End that program, ${another}`);
  if (errors.includes('EACCES'))
    throw new Failure(`Port ${port} needs more rights than this user has. Use a port above 1023: PORT=3000 npm start`);
};
