import type { Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import { NoAnswerError, within } from './connections/within.ts';
import { messageOf, type Logger } from './logging.ts';

const SWEEP_MS = 50;
/** How long requests in progress may take to finish before their connections to callers and stores are closed. */
const GRACE_PERIOD_MS = 3500;
/** Supervisors and orchestrators kill a service ten seconds after SIGTERM, so it must have stopped well before. */
const STOP_MAX_MS = 4500;
/** Longer than a proxy keeps an idle connection: otherwise it might send a request on one that is just closing. */
export const KEEP_ALIVE_MS = 75_000;

interface CloseOptions {
  /** How long to keep serving, in ms, while closing each connection after its response; 0 if omitted. */
  readonly drainMs?: number;
  /** Aborts what still waits for a store, so that its callers get an error at once. */
  readonly giveUp?: () => void;
  /** Runs after the last request. */
  readonly after?: () => Promise<void>;
}

/**
 * Keeps answering while the proxy in front switches to another copy, so that no request meets a connection that is just
 * closing: connections in use end with their response, idle ones are closed by the proxy itself.
 */
const drain = async (server: Server, drainMs: number): Promise<void> => {
  server.prependListener('request', (_request, response: ServerResponse) => response.setHeader('connection', 'close'));
  await pause(drainMs);
};

/**
 * Drains if `drainMs` is set, accepts no more requests, lets those in progress finish, then closes the stores; takes at
 * most 5 s after draining, whatever the stores do. Resolves to true if everything finished.
 */
export const closeGracefully = async (
  app: INestApplication,
  { drainMs = 0, giveUp, after }: CloseOptions = {},
): Promise<boolean> => {
  const server: Server = app.getHttpServer();
  if (drainMs > 0) await drain(server, drainMs);
  // Node keeps a connection alive that was busy when the server closed.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const gracePeriod = setTimeout(() => {
    server.closeAllConnections();
    giveUp?.();
  }, GRACE_PERIOD_MS);
  try {
    await within(STOP_MAX_MS, app.close().then(after));
    return true;
  } catch (error) {
    if (error instanceof NoAnswerError) return false;
    throw error;
  } finally {
    clearInterval(sweep);
    clearTimeout(gracePeriod);
  }
};

export interface RunningService {
  readonly logger: Logger;
  /** Resolves to true if everything finished in time. */
  stop(): Promise<boolean>;
}

/**
 * Runs a service as this process: stops it at the first SIGTERM or SIGINT, and prints a sentence if it cannot start.
 */
export const runService = async (name: string, start: () => Promise<RunningService>): Promise<void> => {
  const service = await start().catch((error: unknown): never => {
    process.stderr.write(`${name} cannot start. ${messageOf(error)}\n`);
    process.exit(1);
  });
  const { logger } = service;
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    const isClean = await service.stop();
    if (!isClean) logger.warn('stopped without waiting any longer for work in progress');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      stop(signal).catch((err: unknown) => {
        logger.error({ err }, 'did not stop cleanly');
        process.exit(1);
      });
    });
};
