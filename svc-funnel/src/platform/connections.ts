import type { Server } from 'node:http';
import { NoAnswerError, within } from '@course/service-kit';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { PostgresLink } from './postgres-link.ts';

// Longer than a proxy keeps an idle connection: otherwise it may send a request into one that is just closing.
const KEEP_ALIVE_MS = 65_000;
const SWEEP_MS = 50;
/** What is under way may finish for so long; then its connections, to callers and to stores, are ended. */
const PATIENCE_MS = 3500;
/** Whoever stops a service kills it after ten seconds, so that nothing may hold it up for longer than this. */
const STOP_MAX_MS = 4500;

export function keepConnections(app: NestExpressApplication): void {
  const server: Server = app.getHttpServer();
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = KEEP_ALIVE_MS + 1000;
}

/**
 * Takes no more requests, lets those under way finish, then lets go of the stores; within 5 s, whatever the stores do.
 * Resolves to whether everything came to its end.
 */
export async function stopGracefully(app: NestExpressApplication): Promise<boolean> {
  const link = app.get(PostgresLink);
  const server: Server = app.getHttpServer();
  // A connection that was busy when the server closed is kept alive by Node once it is done.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const giveUp = setTimeout(() => {
    server.closeAllConnections();
    link.endAll(new Error('The service stops'));
  }, PATIENCE_MS);
  try {
    await within(STOP_MAX_MS, app.close());
    return true;
  } catch (error) {
    if (error instanceof NoAnswerError) return false;
    throw error;
  } finally {
    link.stop();
    clearInterval(sweep);
    clearTimeout(giveUp);
  }
}
