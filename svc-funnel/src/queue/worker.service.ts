import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Env } from '../platform/env.ts';
import { ENV, LOGGER } from '../platform/tokens.ts';
import { startWorker, type QueueWorker } from './run-worker.ts';
import { TaskRegistry } from './task-registry.ts';

/** A send waits for its mail server most of the time. */
const CONCURRENCY = 8;

/** Runs the queue's worker inside the service, unless WORKER=off. */
@Injectable()
export class WorkerService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #worker: QueueWorker | undefined;

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly registry: TaskRegistry,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.env.worker) return;
    const { tasks } = this.registry;
    const onReady: Parameters<typeof startWorker>[0]['onReady'] = async (runner) => {
      this.logger.info({ tasks: [...tasks.keys()] }, 'the queue worker is up');
      if (tasks.has('mend')) await runner.addJob('mend', {}, { jobKey: 'mend' });
    };
    this.#worker = startWorker({ databaseUrl: this.env.databaseUrl, tasks, logger: this.logger, concurrency: CONCURRENCY, onReady });
  }

  // Before the stores and the mail server's connections are let go.
  async beforeApplicationShutdown(): Promise<void> {
    await this.#worker?.stop();
  }
}
