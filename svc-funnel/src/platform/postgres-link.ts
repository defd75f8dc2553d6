import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { PostgresWatch } from '@course/service-kit';
import type { Logger } from 'pino';
import type { Env } from './env.ts';
import { ENV, LOGGER } from './tokens.ts';

/** Watches over every connection of this service to PostgreSQL. `stopGracefully` stops it, after the last of them has ended. */
@Injectable()
export class PostgresLink extends PostgresWatch implements OnModuleInit {
  constructor(@Inject(ENV) env: Env, @Inject(LOGGER) logger: Logger) {
    super({
      databaseUrl: env.databaseUrl,
      name: 'svc-funnel-watch',
      onSilence: (err) => logger.warn({ err }, 'PostgreSQL fell silent: its connections were ended'),
    });
  }

  onModuleInit(): void {
    this.start();
  }
}
