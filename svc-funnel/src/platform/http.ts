import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { KEEP_ALIVE_MS, type Logger, type Metrics } from '@course/service-kit';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { Env } from './env.ts';
import { MAIL_EVENTS_PATH, routeOf, UNSUBSCRIBE_PATHS, WEBHOOK_PATH } from './request.ts';

const JSON_MAX_BYTES = 32 * 1024;
const WEBHOOK_MAX_BYTES = 1024 * 1024;
/** The body is ignored, whatever its type. */
const UNSUBSCRIBE_MAX_BYTES = 4096;
const YEAR_SECONDS = 31_536_000;

/** Headers that only matter for pages, and would add to the size of every response. */
const WITHOUT_PAGE_HEADERS = {
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

/**
 * Returns the headers of responses, which are a visitor's data and never a page. They are constant, so helmet runs
 * once.
 */
const dataHeaders = ({ isSecure }: Env): Map<string, string> => {
  const headers = new Map([['Cache-Control', 'no-store']]);
  const protect = helmet({
    ...WITHOUT_PAGE_HEADERS,
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: isSecure && { maxAge: YEAR_SECONDS, includeSubDomains: false },
    // Express's own setting leaves this header out.
    xPoweredBy: false,
  });
  const response = { setHeader: (name: string, value: string) => void headers.set(name, value) };
  protect({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return headers;
};

const QUIET = new Set(['/healthz', '/readyz', '/metrics']);

/** Counts and logs every response: method, declared route, status, time. No address, no header, no query, no body. */
const observe =
  (metrics: Metrics, logger: Logger): RequestHandler =>
  (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const answered = { method: request.method, route: routeOf(request), status: response.statusCode };
      const ms = performance.now() - startedAt;
      if (response.writableFinished) metrics.observe(answered, ms);
      if (QUIET.has(request.path)) return;
      const line = { ...answered, ms: Math.round(ms) };
      if (answered.status >= 500) logger.warn(line, 'request');
      else logger.info(line, 'request');
    });
    next();
  };

// Decoding would silently replace broken bytes.
const refuseBrokenText = (_request: IncomingMessage, _response: ServerResponse, bytes: Buffer): void => {
  if (!isUtf8(bytes)) throw new SyntaxError('not UTF-8');
};

const refusePrototype = (key: string, value: unknown): unknown => {
  if (key === '__proto__') throw new SyntaxError('__proto__ is not a field');
  return value;
};

const json = express.json({
  type: 'application/json',
  limit: JSON_MAX_BYTES,
  verify: refuseBrokenText,
  reviver: refusePrototype,
});
const webhookBytes = express.raw({ type: () => true, limit: WEBHOOK_MAX_BYTES });
const unsubscribeBytes = express.raw({ type: () => true, limit: UNSUBSCRIBE_MAX_BYTES });

/** Parses bodies up to their limits: those of webhooks as bytes, because the bytes are signed, all others as JSON. */
export const useBodies = (app: NestExpressApplication): void => {
  app.use([WEBHOOK_PATH, MAIL_EVENTS_PATH], webhookBytes);
  app.use([...UNSUBSCRIBE_PATHS], unsubscribeBytes);
  app.use(json);
};

/**
 * Sets up Express: the client's address comes from the edge only, and every response is counted, logged and gets its
 * headers.
 */
export const prepareServer = (
  app: NestExpressApplication,
  { env, metrics, logger }: { readonly env: Env; readonly metrics: Metrics; readonly logger: Logger },
): void => {
  const headers = dataHeaders(env);
  app.set('trust proxy', env.trustProxy);
  app.set('etag', false);
  app.disable('x-powered-by');
  app.use(observe(metrics, logger), (_request: Request, response: Response, next: NextFunction) => {
    response.setHeaders(headers);
    next();
  });
  const server: Server = app.getHttpServer();
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = KEEP_ALIVE_MS + 1000;
};
