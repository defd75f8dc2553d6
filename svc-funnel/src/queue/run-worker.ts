import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createPostgresPool, withoutAddresses, type PostgresWatch } from '@course/service-kit';
import {
  Logger as QueueLogger,
  parseCrontab,
  run,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import { crontabOf, type Task, type TaskName } from './tasks.ts';
import { WorkerLiveness } from './worker-liveness.ts';

const LEVELS = { error: 'warn', warning: 'warn', info: 'debug', debug: 'trace' } as const;

const isOurFailure = (meta: unknown): boolean => typeof meta === 'object' && meta !== null && 'failure' in meta;

/**
 * Sends the queue's own messages through the service's logger, without payloads. A task's error has been logged before.
 */
const queueLogger = (logger: Logger): QueueLogger =>
  new QueueLogger(() => (level, message, meta) => {
    if (!isOurFailure(meta))
      logger[LEVELS[level as keyof typeof LEVELS] ?? 'debug']({ part: 'queue' }, withoutAddresses(message));
  });

export interface WorkerOptions {
  readonly databaseUrl: string;
  /** Watches the connections; without it only the operating system does. */
  readonly watch?: PostgresWatch;
  readonly tasks: ReadonlyMap<TaskName, Task<never>>;
  readonly logger: Logger;
  /** Number of jobs that run at a time. */
  readonly concurrency: number;
  /** Interval of polling for due jobs, in ms; 2000 by default. */
  readonly pollMs?: number;
  /** In graphile-worker's format; by default the periodic tasks that this process has. */
  readonly crontab?: string;
  /** Interval of checks for dead workers, in ms. */
  readonly checkIntervalMs?: number;
  /** Called each time the worker has reached its database. */
  readonly onReady?: (runner: Runner) => Promise<void>;
}

type ConnectionOptions = Pick<WorkerOptions, 'databaseUrl' | 'watch' | 'concurrency' | 'logger'>;

export interface QueueWorker {
  /** Takes no more jobs and lets running ones finish. */
  stop(): Promise<void>;
}

const POLL_MS = 2000;
const CHECK_INTERVAL_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 3000;

/** Removes addresses from a task's error, because it is stored with the job. */
const redactedError = (error: unknown): Error =>
  new Error(error instanceof Error ? withoutAddresses(error.message) : 'failed');

const taskList = ({ tasks, logger }: WorkerOptions): TaskList => {
  const wrap =
    (name: string, task: Task<never>): TaskList[string] =>
    async (payload, { job }) => {
      try {
        await task(payload as never, { attempt: job.attempts, isLast: job.attempts >= job.max_attempts });
      } catch (err) {
        logger.warn({ err, task: name, jobId: job.id, attempt: job.attempts }, 'task failed');
        throw redactedError(err);
      }
    };
  return Object.fromEntries([...tasks].map(([name, task]) => [name, wrap(name, task)]));
};

/**
 * graphile-worker releases its listening connection twice if that breaks while it stops. The second release would be an
 * unhandled rejection, and end the process.
 */
const releasingOnce = (pool: pg.Pool): pg.Pool => {
  const connect = pool.connect.bind(pool);
  const connectOnce = (callback?: Parameters<typeof connect>[0]) => {
    if (!callback) return connect();
    return connect((error, client, release) => {
      // Without a client there is nothing to release, and graphile-worker checks that.
      if (!client) return callback(error, client, release);
      let isReleased = false;
      callback(error, client, (reason) => {
        if (!isReleased) release(reason);
        isReleased = true;
      });
    });
  };
  return Object.assign(pool, { connect: connectOnce });
};

/** Returns the connections for one run of the worker. */
export const queueConnections = ({ databaseUrl, watch, concurrency, logger }: ConnectionOptions): pg.Pool =>
  releasingOnce(
    createPostgresPool(
      {
        connectionString: databaseUrl,
        max: concurrency + 2,
        keepAlive: true,
        application_name: 'svc-funnel-worker',
        ...(watch && { Client: watch.clients() }),
      },
      logger.child({ part: 'queue' }),
    ),
  );

/** Runs the queue's worker until it is stopped or fails. */
const runOnce = async (options: WorkerOptions, signal: AbortSignal): Promise<void> => {
  const { databaseUrl, watch, logger, concurrency, onReady } = options;
  const { pollMs = POLL_MS, checkIntervalMs = CHECK_INTERVAL_MS } = options;
  const pgPool = queueConnections(options);
  const events: WorkerEvents = new EventEmitter();
  let liveness: WorkerLiveness | undefined;
  events.once('pool:create', ({ workerPool }) => {
    const workerId = workerPool.id;
    liveness = new WorkerLiveness({ databaseUrl, ...(watch && { watch }), workerId, checkIntervalMs, logger });
  });
  try {
    const list = taskList(options);
    const preset = {
      worker: {
        pollInterval: pollMs,
        localQueue: { size: concurrency * 2, ttl: 30_000 },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    };
    const parsedCronItems = parseCrontab(options.crontab ?? crontabOf(new Set(Object.keys(list))));
    const runner = await run({
      pgPool,
      events,
      taskList: list,
      parsedCronItems,
      concurrency,
      noHandleSignals: true,
      logger: queueLogger(logger),
      preset,
    });
    const stop = (): void => void runner.stop().catch(() => undefined);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      await liveness?.begin();
      await onReady?.(runner);
    } catch (error) {
      stop();
      await runner.promise.catch(() => undefined);
      throw error;
    }
    await runner.promise;
  } finally {
    await liveness?.stop();
    await pgPool.end().catch(() => undefined);
  }
};

/** Processes the queue until it is stopped. Waits for an unreachable database, and starts again after a failure. */
export function startWorker(options: WorkerOptions): QueueWorker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const keepAlive = async (): Promise<void> => {
    for (let wait = FIRST_PAUSE_MS; !signal.aborted; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      const since = Date.now();
      await runOnce(options, signal).catch((err: unknown) =>
        options.logger.warn({ err }, 'the queue worker stopped: it starts again'),
      );
      if (Date.now() - since > LONGEST_PAUSE_MS) wait = FIRST_PAUSE_MS;
      if (!signal.aborted) await pause(wait, undefined, { signal }).catch(() => undefined);
    }
  };
  const ended = keepAlive();
  return {
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}
