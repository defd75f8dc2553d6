import type { Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import { NoAnswerError, within } from './connections/within.ts';
import type { Logger } from './logging.ts';

const SWEEP_MS = 50;
/** What is under way may finish for so long; then its connections, to callers and to stores, are ended. */
const PATIENCE_MS = 3500;
/** Supervisors and orchestrators kill a service ten seconds after SIGTERM, so stopping must end well before. */
const STOP_MAX_MS = 4500;
/** Longer than a proxy keeps an idle connection: otherwise it may send a request into one that is just closing. */
export const KEEP_ALIVE_MS = 75_000;

interface Closing {
  /** So long (ms) all goes on as before, but that each connection ends with its answer; 0 if not given. */
  readonly drainMs?: number;
  /** Ends what still waits for a store, so that its callers get an error at once. */
  readonly giveUp?: () => void;
  /** What comes to its end after the last request. */
  readonly after?: () => Promise<void>;
}

/**
 * Answers on while the proxy in front goes over to another copy. Its connections are then gone without a request having
 * met a connection that was just closing: those in use end with their answers, idle ones are ended by the proxy itself.
 */
const drain = async (server: Server, drainMs: number): Promise<void> => {
  server.prependListener('request', (_request, response: ServerResponse) => response.setHeader('connection', 'close'));
  await pause(drainMs);
};

/**
 * Drains if asked to, takes no more requests, lets those under way finish, then lets go of the stores; within 5 s after
 * draining, whatever the stores do. Resolves to whether everything came to its end.
 */
export const closeGracefully = async (
  app: INestApplication,
  { drainMs = 0, giveUp, after }: Closing = {},
): Promise<boolean> => {
  const server: Server = app.getHttpServer();
  if (drainMs > 0) await drain(server, drainMs);
  // A connection that was busy when the server closed is kept alive by Node once it is done.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const patience = setTimeout(() => {
    server.closeAllConnections();
    giveUp?.();
  }, PATIENCE_MS);
  try {
    await within(STOP_MAX_MS, app.close().then(after));
    return true;
  } catch (error) {
    if (error instanceof NoAnswerError) return false;
    throw error;
  } finally {
    clearInterval(sweep);
    clearTimeout(patience);
  }
};

export interface RunningService {
  readonly logger: Logger;
  /** Resolves to whether everything came to its end in time. */
  stop(): Promise<boolean>;
}

/** Runs a service as this process: starts it, stops it with the first SIGTERM or SIGINT, and says in a sentence why it cannot start. */
export const runService = async (name: string, start: () => Promise<RunningService>): Promise<void> => {
  const service = await start().catch((error: unknown): never => {
    process.stderr.write(`${name} cannot start. ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
  const { logger } = service;
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    const isClean = await service.stop();
    if (!isClean) logger.warn('stopped without waiting any longer for what was under way');
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
