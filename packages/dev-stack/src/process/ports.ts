import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
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

/** Ports that may not be listened on yet, because several are chosen before the first program starts. */
const returned = new Set<number>();

/** Returns a free port on 127.0.0.1, each time another one. Throws a `Failure` when it finds none. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (returned.has(port) || (await listenError(port, '127.0.0.1')) !== undefined) continue;
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
