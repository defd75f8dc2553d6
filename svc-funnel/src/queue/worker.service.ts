import { PostgresWatch, within } from '@course/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Env } from '../platform/env.ts';
import { ENV, LOGGER } from '../platform/tokens.ts';
import { type QueueWorker, startWorker } from './run-worker.ts';
import { TaskRegistry } from './task-registry.ts';
import type { TaskName } from './tasks.ts';

/** Tasks that share workers. What is in one pool never waits for what is in another. */
export interface WorkerPool {
  readonly does: (task: TaskName) => boolean;
  /** Jobs under way at a time. */
  readonly concurrency: number;
  /** Between two looks for jobs whose time has come, in ms. Jobs that are due at once are announced. */
  readonly pollMs: number;
}

const isLesson = (task: TaskName): boolean => task === 'send-lesson';

/** A thousand lessons that are due at seven hold back no confirmation, and a mail server that hangs holds back no look-up. */
export const WORKER_POOLS: readonly WorkerPool[] = [
  { does: (task) => !isLesson(task), concurrency: 3, pollMs: 4000 },
  // One less than the mailer has connections: one is always free for a mail that somebody waits for.
  { does: isLesson, concurrency: 4, pollMs: 15_000 },
];

/** Jobs under way may finish for so long; after that they are another worker's, as if this one had been killed. */
const STOP_MAX_MS = 2000;

/** Runs the queue's workers inside the service, one a pool, unless WORKER=off. */
@Injectable()
export class WorkerService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #workers: readonly QueueWorker[] = [];

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly registry: TaskRegistry,
    private readonly link: PostgresWatch,
  ) {}

  onApplicationBootstrap(): void {
    if (this.env.worker) this.#workers = WORKER_POOLS.map((pool) => this.#start(pool));
  }

  // Before the stores and the mail server's connections are let go.
  async beforeApplicationShutdown(): Promise<void> {
    await within(STOP_MAX_MS, Promise.all(this.#workers.map((worker) => worker.stop()))).catch(() =>
      this.logger.warn('jobs under way are left to another worker'),
    );
  }

  #start({ does, concurrency, pollMs }: WorkerPool): QueueWorker {
    const tasks = new Map([...this.registry.tasks].filter(([name]) => does(name)));
    const onReady: Parameters<typeof startWorker>[0]['onReady'] = async (runner) => {
      this.logger.info({ tasks: [...tasks.keys()] }, 'a queue worker is up');
      if (tasks.has('mend')) await runner.addJob('mend', {}, { jobKey: 'mend' });
    };
    return startWorker({
      databaseUrl: this.env.databaseUrl,
      link: this.link,
      tasks,
      logger: this.logger,
      concurrency,
      pollMs,
      onReady,
    });
  }
}
