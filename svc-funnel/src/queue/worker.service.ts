import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Env } from '../platform/env.ts';
import { ENV, LOGGER } from '../platform/tokens.ts';
import { LANES, type Lane } from './lanes.ts';
import { startWorker, type QueueWorker } from './run-worker.ts';
import { TaskRegistry } from './task-registry.ts';

/** Runs the queue's workers inside the service, one a lane, unless WORKER=off. */
@Injectable()
export class WorkerService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #workers: readonly QueueWorker[] = [];

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly registry: TaskRegistry,
  ) {}

  onApplicationBootstrap(): void {
    if (this.env.worker) this.#workers = LANES.map((lane) => this.#start(lane));
  }

  // Before the stores and the mail server's connections are let go.
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.stop()));
  }

  #start({ does, concurrency }: Lane): QueueWorker {
    const tasks = new Map([...this.registry.tasks].filter(([name]) => does(name)));
    const onReady: Parameters<typeof startWorker>[0]['onReady'] = async (runner) => {
      this.logger.info({ tasks: [...tasks.keys()] }, 'a queue worker is up');
      if (tasks.has('mend')) await runner.addJob('mend', {}, { jobKey: 'mend' });
    };
    return startWorker({ databaseUrl: this.env.databaseUrl, tasks, logger: this.logger, concurrency, onReady });
  }
}
