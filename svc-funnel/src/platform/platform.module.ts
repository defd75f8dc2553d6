import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Env } from './env.ts';
import { ErrorFilter } from './error.filter.ts';
import { HealthController } from './health.controller.ts';
import { JsonOnlyGuard } from './json-only.guard.ts';
import { MetricsController } from './metrics.controller.ts';
import { Metrics } from './metrics.ts';
import { OriginGuard } from './origin.guard.ts';
import { PostgresLink } from './postgres-link.ts';
import { PrismaService } from './prisma.ts';
import { RateLimitGuard } from './rate-limit/rate-limit.guard.ts';
import { RateLimiter } from './rate-limit/rate-limiter.ts';
import { RedisService } from './redis.ts';
import { Refusals } from './refusals.ts';
import { SchemaPipe } from './schema.pipe.ts';
import { CLOCK, ENV, LOGGER } from './tokens.ts';

/** What the program is given from outside. */
export interface Outside {
  readonly env: Env;
  readonly clock: Clock;
  readonly logger: Logger;
}

const SHARED = [PostgresLink, PrismaService, RedisService, RateLimiter, Metrics, Refusals];

// Guards run in this order.
const GUARDS = [OriginGuard, RateLimitGuard, JsonOnlyGuard].map((useClass) => ({ provide: APP_GUARD, useClass }));

@Global()
@Module({})
export class PlatformModule {
  static with({ env, clock, logger }: Outside): DynamicModule {
    const given = [
      { provide: ENV, useValue: env },
      { provide: CLOCK, useValue: clock },
      { provide: LOGGER, useValue: logger },
    ];
    const inAll = [
      ...GUARDS,
      { provide: APP_PIPE, useClass: SchemaPipe },
      { provide: APP_FILTER, useClass: ErrorFilter },
    ];
    return {
      module: PlatformModule,
      controllers: [HealthController, MetricsController],
      providers: [...given, ...SHARED, ...inAll],
      exports: [ENV, CLOCK, LOGGER, ...SHARED],
    };
  }
}
