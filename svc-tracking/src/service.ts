import { within, type PostgresWatch } from '@course/service-kit';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type pg from 'pg';
import { AppModule } from './app.module.ts';
import { addInsightsPage } from './insights/page/add-page.ts';
import type { Env } from './platform/env.ts';
import { addGate } from './platform/gate.ts';
import { createAdapter } from './platform/http.ts';
import { createLogger, nestLogger, type Logger } from './platform/logger.ts';
import { Metrics } from './platform/metrics.ts';
import { RateLimits } from './platform/rate-limits.ts';
import type { Redis } from './platform/redis.ts';
import { POOL, POSTGRES_WATCH, REDIS, type Clock } from './platform/tokens.ts';
import { RollupsService } from './rollups/rollups.service.ts';
import { WriterService } from './writer/writer.service.ts';

/** The page's build stands beside the service's. */
const INSIGHTS_PAGE = path.join(import.meta.dirname, 'insights-page');

export interface Service {
  readonly port: number;
  /** Answers what has begun, empties the stream as far as 3 s allow, and closes the stores; within 5 s, whatever the stores do. */
  stop(): Promise<void>;
}

/** Whoever stops a service kills it after ten seconds, so that nothing may hold it up for longer than this. */
const STOP_MAX_MS = 4500;

const createApp = async (env: Env, logger: Logger, clock: Clock): Promise<NestFastifyApplication> => {
  const options = { bodyParser: false, logger: nestLogger(logger), abortOnError: false };
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(env, logger, clock),
    createAdapter(env),
    options,
  );
  const fastify = app.getHttpAdapter().getInstance();
  app.get(Metrics).watch(fastify);
  addGate(fastify, env.PUBLIC_URL, app.get(RateLimits));
  if (env.INSIGHTS_TOKEN !== undefined)
    await addInsightsPage(fastify, INSIGHTS_PAGE, env.PUBLIC_URL.startsWith('https:'));
  return app;
};

/** Starts the service; the stores may come later. Rejects when the port is taken. */
export const startService = async (env: Env, clock: Clock = Date.now): Promise<Service> => {
  const logger = createLogger(env.LOG_LEVEL);
  const app = await createApp(env, logger, clock);
  const [writer, rollups, redis, pool] = [
    app.get(WriterService),
    app.get(RollupsService),
    app.get<Redis>(REDIS),
    app.get<pg.Pool>(POOL),
  ];
  const watch = app.get<PostgresWatch>(POSTGRES_WATCH);
  watch.start();
  await app.listen(env.PORT, env.HOST);
  if (env.WRITER) {
    writer.start();
    rollups.start();
  }
  const { port } = app.getHttpServer().address() as AddressInfo;
  logger.info({ host: env.HOST, port, writer: env.WRITER }, 'svc-tracking is listening');
  const stop = async (): Promise<void> => {
    await app.close();
    await Promise.all([writer.stop(), rollups.stop()]);
    redis.destroy();
    await pool.end();
    logger.info('svc-tracking has stopped');
  };
  return {
    port,
    stop: async () => {
      await within(STOP_MAX_MS, stop()).catch((error: Error) =>
        logger.warn({ reason: error.message }, 'svc-tracking stops with work left; page views are safe in Redis'),
      );
      watch.stop();
    },
  };
};
