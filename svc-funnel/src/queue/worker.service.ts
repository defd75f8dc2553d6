import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { PostgresWatch, within } from '@course/service-kit';
import type { Env } from '../platform/env.ts';
import { ENV, LOGGER } from '../platform/tokens.ts';
import { WORKER_POOLS, type WorkerPool } from './worker-pools.ts';
import { startWorker, type QueueWorker } from './run-worker.ts';
import { TaskRegistry } from './task-registry.ts';

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
    if (this.env.worker) this.#workers = WORKER_POOLS.map((lane) => this.#start(lane));
  }

  // Before the stores and the mail server's connections are let go.
  async beforeApplicationShutdown(): Promise<void> {
    await within(STOP_MAX_MS, Promise.all(this.#workers.map((worker) => worker.stop()))).catch(() =>
      this.logger.warn('jobs under way are left to another worker'),
    );
  }

  #start({ does, concurrency }: WorkerPool): QueueWorker {
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
      onReady,
    });
  }
}
