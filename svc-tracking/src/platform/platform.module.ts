import {
  connectRedis,
  forEveryRequest,
  Metrics,
  PostgresWatch,
  watchPostgres,
  type Logger,
  type Redis,
} from '@course/service-kit';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { createGroup } from '../stream/stream.ts';
import type { Env } from './env.ts';
import { RateLimiter } from './limits.ts';
import { createPool } from './postgres.ts';
import { checkRedisDurability } from './redis-durability.ts';
import { CLOCK, ENV, LOGGER, POOL, REDIS, type Clock } from './tokens.ts';

/** What the program provides to its modules. */
export interface AppOptions {
  readonly env: Env;
  readonly clock: Clock;
  readonly logger: Logger;
}

const connect = (env: Env, logger: Logger): Redis => {
  const redis = connectRedis(env.REDIS_URL, 'svc-tracking', logger);
  // On every connection, because after a failover it may be another server.
  redis.on('ready', () => void checkRedisDurability(redis, logger));
  // Created before there is anything to write: a full Redis would refuse it to the first writer, which has to empty it.
  redis.on(
    'ready',
    () =>
      void createGroup(redis).catch((err: Error) =>
        logger.warn({ err }, 'Could not create the consumer group of the writers'),
      ),
  );
  return redis;
};

/** What every other module depends on: settings, log, clock, both stores, metrics and limits. */
@Global()
@Module({})
export class PlatformModule {
  static with({ env, clock, logger }: AppOptions): DynamicModule {
    const shared = [
      { provide: ENV, useValue: env },
      { provide: CLOCK, useValue: clock },
      { provide: LOGGER, useValue: logger },
      { provide: REDIS, useFactory: () => connect(env, logger) },
      { provide: PostgresWatch, useFactory: () => watchPostgres(env.DATABASE_URL, 'svc-tracking', logger) },
      {
        provide: POOL,
        inject: [PostgresWatch],
        useFactory: (watch: PostgresWatch) => createPool(env.DATABASE_URL, logger, watch),
      },
      { provide: RateLimiter, useFactory: () => new RateLimiter(env) },
      { provide: Metrics, useFactory: () => new Metrics() },
    ];
    return {
      module: PlatformModule,
      providers: [...shared, ...forEveryRequest(logger)],
      exports: shared.map(({ provide }) => provide),
    };
  }
}
