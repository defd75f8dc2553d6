import { PostgresWatch, within } from '@course/service-kit';
import {
  type BeforeApplicationShutdown,
  Global,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import type { Env } from '../platform/env.ts';
import { ENV, LOGGER } from '../platform/tokens.ts';
import { type QueueWorker, startWorker } from './run-worker.ts';
import { TaskRegistry } from './task-registry.ts';
import type { TaskName } from './tasks.ts';

/** Tasks that share workers. Tasks of one pool never wait for those of another. */
export interface WorkerPool {
  readonly handles: (task: TaskName) => boolean;
  /** Number of jobs that run at a time. */
  readonly concurrency: number;
  /** Interval of polling for due jobs, in ms. Jobs that are due at once are announced. */
  readonly pollMs: number;
}

/**
 * A thousand lessons that are due at seven do not delay a confirmation, and a mail server that hangs delays no refund,
 * look-up or alert. At most six mails are sent at a time, as many as the mailer has connections.
 */
export const WORKER_POOLS: readonly WorkerPool[] = [
  { handles: (task) => task !== 'send' && task !== 'send-lesson', concurrency: 3, pollMs: 15_000 },
  // A mail that somebody is waiting for is tried again soon.
  { handles: (task) => task === 'send', concurrency: 2, pollMs: 4000 },
  { handles: (task) => task === 'send-lesson', concurrency: 4, pollMs: 15_000 },
];

/** How long running jobs may take to finish before they are left to another worker, as if this one had been killed. */
const STOP_MAX_MS = 2000;

/** Runs the queue's workers inside the service, one per pool, unless WORKER=off. */
@Injectable()
export class WorkerService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #workers: readonly QueueWorker[] = [];

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly registry: TaskRegistry,
    private readonly watch: PostgresWatch,
  ) {}

  onApplicationBootstrap(): void {
    if (this.env.worker) this.#workers = WORKER_POOLS.map((pool) => this.#start(pool));
  }

  // Runs before the connections to the stores and the mail server are closed.
  async beforeApplicationShutdown(): Promise<void> {
    await within(STOP_MAX_MS, Promise.all(this.#workers.map((worker) => worker.stop()))).catch(() =>
      this.logger.warn('running jobs are left to another worker'),
    );
  }

  #start({ handles, concurrency, pollMs }: WorkerPool): QueueWorker {
    const tasks = new Map([...this.registry.tasks].filter(([name]) => handles(name)));
    const onReady: Parameters<typeof startWorker>[0]['onReady'] = async (runner) => {
      this.logger.info({ tasks: [...tasks.keys()] }, 'a queue worker is up');
      if (tasks.has('mend')) await runner.addJob('mend', {}, { jobKey: 'mend' });
    };
    return startWorker({
      databaseUrl: this.env.databaseUrl,
      watch: this.watch,
      tasks,
      logger: this.logger,
      concurrency,
      pollMs,
      onReady,
    });
  }
}

@Global()
@Module({ providers: [TaskRegistry, WorkerService], exports: [TaskRegistry] })
export class QueueModule {}
