import { Logger as QueueLogger } from 'graphile-worker';
import type { Logger } from 'pino';
import { withoutAddresses } from '@course/service-kit';

const LEVELS = { error: 'warn', warning: 'warn', info: 'debug', debug: 'trace' } as const;

const isOurFailure = (meta: unknown): boolean => typeof meta === 'object' && meta !== null && 'failure' in meta;

/** The queue's own lines, through the service's logger, without payloads. What a task rejected with has been logged by then. */
export const queueLogger = (logger: Logger): QueueLogger =>
  new QueueLogger(() => (level, message, meta) => {
    if (!isOurFailure(meta))
      logger[LEVELS[level as keyof typeof LEVELS] ?? 'debug']({ part: 'queue' }, withoutAddresses(message));
  });
