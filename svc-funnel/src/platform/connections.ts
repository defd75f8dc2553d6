import type { Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';

// Longer than a proxy keeps an idle connection: otherwise it may send a request into one that is just closing.
const KEEP_ALIVE_MS = 65_000;
const SWEEP_MS = 50;
const PATIENCE_MS = 5000;

export function keepConnections(app: NestExpressApplication): void {
  const server: Server = app.getHttpServer();
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = KEEP_ALIVE_MS + 1000;
}

/** Takes no more requests, lets those under way finish (5 s at most), then lets go of the stores. */
export async function stopGracefully(app: NestExpressApplication): Promise<void> {
  const server: Server = app.getHttpServer();
  // A connection that was busy when the server closed is kept alive by Node once it is done.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const giveUp = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(giveUp);
  }
}
