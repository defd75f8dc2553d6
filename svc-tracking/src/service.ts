import 'reflect-metadata';
import { contractOf } from '@course/contracts';
import {
  closeGracefully,
  createLogger,
  describeApi,
  Metrics,
  nestLogger,
  PostgresWatch,
  serveOperations,
  type Logger,
  type Redis,
  type RunningService,
} from '@course/service-kit';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type pg from 'pg';
import { AppModule } from './app.module.ts';
import { chartPaths } from './insights/chart-queries/openapi.ts';
import { addInsightsPage } from './insights/page/add-page.ts';
import type { Env } from './platform/env.ts';
import { addGate, createAdapter, observe } from './platform/http.ts';
import { RateLimiter } from './platform/limits.ts';
import { POOL, REDIS, type Clock } from './platform/tokens.ts';
import { RefresherService } from './refresher/refresher.module.ts';
import { WriterService } from './writer/writer.module.ts';

/** The page's build is next to the service's. */
const INSIGHTS_PAGE = path.join(import.meta.dirname, 'insights-page');

export interface Service extends RunningService {
  readonly port: number;
  /**
   * Drains, finishes the requests in progress, empties the stream as far as 3 s allow, and closes the stores. Takes at
   * most 5 s after draining, whatever the stores do.
   */
  stop(): Promise<boolean>;
}

const ABOUT =
  'Entries to and exits from pages, acknowledged once they cannot be lost, and the figures that they add up to.';

const openApi = (app: NestFastifyApplication, { INSIGHTS_TOKEN }: Env): object => {
  const document = describeApi(app, 'Page views and insights', ABOUT);
  return INSIGHTS_TOKEN === undefined ? document : { ...document, paths: { ...document.paths, ...chartPaths() } };
};

const createApp = async (env: Env, logger: Logger, clock: Clock): Promise<NestFastifyApplication> => {
  const options = { bodyParser: false, logger: nestLogger(logger), abortOnError: false };
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with({ env, logger, clock }),
    createAdapter(env),
    options,
  );
  const fastify = app.getHttpAdapter().getInstance();
  const metrics = app.get(Metrics);
  const [redis, pool] = [app.get<Redis>(REDIS), app.get<pg.Pool>(POOL)];
  observe(fastify, metrics);
  addGate(fastify, env.PUBLIC_URL, app.get(RateLimiter));
  serveOperations(app, {
    healthStatus: 'up',
    metrics,
    stores: { postgres: () => pool.query('select 1'), redis: () => redis.ping() },
    // Page views are accepted while PostgreSQL is away: the stream holds them.
    required: ['redis'],
    openApi: () => openApi(app, env),
    contract: contractOf('svc-tracking'),
  });
  if (env.INSIGHTS_TOKEN !== undefined)
    await addInsightsPage(fastify, INSIGHTS_PAGE, env.PUBLIC_URL.startsWith('https:'));
  return app;
};

/** Starts the service, even before its stores are reachable. Rejects if the port is taken. */
export const startService = async (env: Env, clock: Clock = Date.now): Promise<Service> => {
  const logger = createLogger('svc-tracking', env.LOG_LEVEL);
  const app = await createApp(env, logger, clock);
  const [writer, refresher, watch] = [app.get(WriterService), app.get(RefresherService), app.get(PostgresWatch)];
  const [redis, pool] = [app.get<Redis>(REDIS), app.get<pg.Pool>(POOL)];
  await app.listen(env.PORT, env.HOST);
  if (env.WRITER) {
    writer.start();
    refresher.start();
  }
  const { port } = app.getHttpServer().address() as AddressInfo;
  logger.info({ host: env.HOST, port, writer: env.WRITER }, 'svc-tracking is up');
  const after = async (): Promise<void> => {
    await Promise.all([writer.stop(), refresher.stop()]);
    redis.destroy();
    await pool.end();
  };
  return {
    port,
    logger,
    stop: () => closeGracefully(app, { drainMs: env.DRAIN_MS, after }).finally(() => watch.stop()),
  };
};
