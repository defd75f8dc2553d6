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
import { APP_GUARD } from '@nestjs/core';
import type { Clock } from './clock.ts';
import type { Env } from './env.ts';
import { Gate } from './gate.guard.ts';
import { RateLimiter } from './limits.ts';
import { PrismaService } from './prisma.ts';
import { Refusals } from './refusals.ts';
import { CLOCK, ENV, LOGGER, REDIS } from './tokens.ts';

/** What is passed to the application from outside. */
export interface AppOptions {
  readonly env: Env;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What all other modules depend on: settings, log, clock, the two stores, metrics and limits. */
@Global()
@Module({})
export class PlatformModule {
  static with({ env, clock, logger }: AppOptions): DynamicModule {
    const shared = [
      { provide: ENV, useValue: env },
      { provide: CLOCK, useValue: clock },
      { provide: LOGGER, useValue: logger },
      { provide: REDIS, useFactory: () => connectRedis(env.redisUrl, 'svc-funnel', logger) },
      { provide: PostgresWatch, useFactory: () => watchPostgres(env.databaseUrl, 'svc-funnel', logger) },
      { provide: RateLimiter, inject: [REDIS], useFactory: (redis: Redis) => new RateLimiter(env, redis) },
    ];
    const classes = [PrismaService, Metrics, Refusals];
    return {
      module: PlatformModule,
      providers: [...shared, ...classes, { provide: APP_GUARD, useClass: Gate }, ...forEveryRequest(logger)],
      exports: [...shared.map(({ provide }) => provide), ...classes],
    };
  }
}
