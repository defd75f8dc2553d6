import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Env } from './env.ts';
import { createGroup } from '../stream/group.ts';
import type { Logger } from './logger.ts';
import type { PostgresWatch } from '@course/service-kit';
import { createPool, createWatch } from './postgres.ts';
import { connectRedis, type Redis } from './redis.ts';
import { checkRedisPromises } from './redis-promises.ts';
import { CLOCK, ENV, LOGGER, POOL, POSTGRES_WATCH, REDIS, type Clock } from './tokens.ts';

const connect = (env: Env, logger: Logger): Redis => {
  const redis = connectRedis(env.REDIS_URL, 'svc-tracking', logger);
  // On every connection: after a failover it may be another server.
  redis.on('ready', () => void checkRedisPromises(redis, logger));
  // Before there is anything to write: a full Redis would refuse it to the first writer, which is to empty it.
  redis.on(
    'ready',
    () =>
      void createGroup(redis).catch((error: Error) =>
        logger.warn({ reason: error.message }, 'The writers have no group yet'),
      ),
  );
  return redis;
};

/** What every other module stands on: settings, log, clock and the two stores. */
@Global()
@Module({})
export class StoresModule {
  static with(env: Env, logger: Logger, clock: Clock): DynamicModule {
    const providers = [
      { provide: ENV, useValue: env },
      { provide: LOGGER, useValue: logger },
      { provide: CLOCK, useValue: clock },
      { provide: REDIS, useFactory: () => connect(env, logger) },
      { provide: POSTGRES_WATCH, useFactory: () => createWatch(env.DATABASE_URL, logger) },
      {
        provide: POOL,
        inject: [POSTGRES_WATCH],
        useFactory: (watch: PostgresWatch) => createPool(env.DATABASE_URL, logger, watch),
      },
    ];
    return { module: StoresModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}
