import 'reflect-metadata';
import { FUNNEL_CONTRACT } from '@course/funnel';
import {
  closeGracefully,
  createLogger,
  describeApi,
  Metrics,
  nestLogger,
  PostgresWatch,
  serveOperations,
  type Redis,
  type RunningService,
} from '@course/service-kit';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.ts';
import { systemClock } from './platform/clock.ts';
import type { Env } from './platform/env.ts';
import { ExpressServer } from './platform/express-server.ts';
import { prepareServer, useBodies } from './platform/http.ts';
import type { AppOptions } from './platform/platform.module.ts';
import { PrismaService } from './platform/prisma.ts';
import { warnOfSamples } from './platform/sample-content.ts';
import { isSandbox, SandboxClock } from './platform/sandbox-clock.ts';
import { REDIS } from './platform/tokens.ts';
import { Binding } from './sessions/binding.ts';

const ABOUT = 'Sessions, responses, checkout, payment webhooks, the reader’s course, and leaving it.';

/** Returns the whole service, ready to listen. */
export const createApp = async (options: AppOptions): Promise<NestExpressApplication> => {
  const { env, logger } = options;
  const settings = { bodyParser: false, logger: nestLogger(logger), abortOnError: false };
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(options), new ExpressServer(), settings);
  const metrics = app.get(Metrics);
  const [redis, prisma] = [app.get<Redis>(REDIS), app.get(PrismaService)];
  prepareServer(app, { env, metrics, logger });
  serveOperations(app, {
    healthStatus: 'ok',
    metrics,
    stores: { postgres: () => prisma.pool.query('select 1'), redis: () => redis.ping() },
    openApi: () => describeApi(app, 'svc-funnel', ABOUT),
    contract: FUNNEL_CONTRACT,
  });
  app.use(app.get(Binding).identify);
  useBodies(app);
  return app;
};

/** Stops the app with `closeGracefully`, then the PostgreSQL watch and Redis. */
export const stopApp = async (app: NestExpressApplication, drainMs = 0): Promise<boolean> => {
  const watch = app.get(PostgresWatch);
  const redis = app.get<Redis>(REDIS);
  try {
    return await closeGracefully(app, { drainMs, giveUp: () => watch.endAll(new Error('The service stops')) });
  } finally {
    watch.stop();
    if (redis.isOpen) redis.destroy();
  }
};

/** Starts the service; the stores may become reachable later. Rejects if the port is taken. */
export const startService = async (env: Env): Promise<RunningService> => {
  const logger = createLogger('svc-funnel', env.logLevel);
  const sandboxClock = isSandbox(env.payments) ? new SandboxClock(systemClock) : undefined;
  const app = await createApp({ env, logger, clock: sandboxClock?.now ?? systemClock });
  warnOfSamples(env, logger);
  await sandboxClock?.follow(app.get(PrismaService), logger);
  await app.listen(env.port, env.host);
  logger.info(
    { url: await app.getUrl(), livemode: env.payments.livemode, sandbox: env.payments.apiBase !== undefined },
    'svc-funnel is up',
  );
  return {
    logger,
    stop: () => {
      sandboxClock?.stop();
      return stopApp(app, env.drainMs);
    },
  };
};
