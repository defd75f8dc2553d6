import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { watchRedis } from '@course/service-kit';
import type { Logger } from 'pino';
import { createClient } from 'redis';
import type { Env } from './env.ts';
import { ENV, LOGGER } from './tokens.ts';

const RECONNECT_MAX_MS = 1000;
/** A server that accepts a connection and then says nothing. */
const SILENCE_MAX_MS = 3000;

const connectTo = (url: string) =>
  createClient({
    url,
    // A command that cannot be sent now fails now: the rate limiter has its own way to go on.
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: 2000,
      socketTimeout: SILENCE_MAX_MS,
      reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, RECONNECT_MAX_MS),
    },
  });

/** Redis holds counters of the rate limits and nothing else here, so the service runs without it. */
@Injectable()
export class RedisService implements OnModuleInit, OnApplicationShutdown {
  readonly client: ReturnType<typeof connectTo>;
  #isAway = false;

  constructor(@Inject(ENV) env: Env, @Inject(LOGGER) logger: Logger) {
    this.client = connectTo(env.redisUrl);
    this.client.on('error', (err: Error) => {
      if (!this.#isAway) logger.warn({ err }, 'Redis is away: rate limits are kept in memory');
      this.#isAway = true;
    });
    this.client.on('ready', () => {
      if (this.#isAway) logger.info('Redis is back');
      this.#isAway = false;
    });
  }

  onModuleInit(): void {
    // Goes on trying by itself; the error listener has said why.
    this.client.connect().catch(() => undefined);
    watchRedis(this.client);
  }

  onApplicationShutdown(): void {
    if (this.client.isOpen) this.client.destroy();
  }
}
