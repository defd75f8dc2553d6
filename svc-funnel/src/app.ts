import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.ts';
import { useBodies } from './platform/bodies.ts';
import { nestLogger } from './platform/logging.ts';
import { keepConnections } from './platform/connections.ts';
import { Metrics } from './platform/metrics.ts';
import { serveOpenApi } from './platform/openapi.ts';
import type { Outside } from './platform/platform.module.ts';
import { requestLog } from './platform/request-log.ts';
import { privateAnswers, safeHeaders } from './platform/headers.ts';
import { Binding } from './sessions/binding.ts';

/** The whole service, ready to listen. */
export async function createApp(outside: Outside): Promise<NestExpressApplication> {
  const { env, logger } = outside;
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(outside), {
    bodyParser: false,
    logger: nestLogger(logger),
  });
  app.set('trust proxy', env.trustProxy);
  app.set('etag', false);
  app.use(
    safeHeaders(env.publicUrl),
    privateAnswers,
    app.get(Metrics).observe,
    requestLog(logger),
    app.get(Binding).identify,
  );
  useBodies(app);
  serveOpenApi(app);
  keepConnections(app);
  return app;
}
