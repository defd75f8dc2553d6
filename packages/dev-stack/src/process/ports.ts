import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { Failure } from '@course/ops/failure';

// Below every system's range for outgoing connections, so that a part which is started again finds its port free.
const LOWEST = 15_000;
const HIGHEST = 32_000;
const ATTEMPTS = 200;

/** Whether this process could listen on the port now. */
export const canListen = (port: number, host = '127.0.0.1'): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });

/** A port on 127.0.0.1 that nobody listens on. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await canListen(port)) return port;
  }
  throw new Failure(
    `No free port between ${LOWEST} and ${HIGHEST} on 127.0.0.1. End programs that hold ports, then try again.`,
  );
};
