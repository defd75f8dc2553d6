import { ApiError, BATCH_MAX_BYTES } from '@course/contracts';
import { handleClientError } from '@course/contracts/connection-errors';
import { callerOf, isOwnOrigin, isWrite, KEEP_ALIVE_MS, toApiError, type Metrics } from '@course/service-kit';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Env } from './env.ts';
import type { RateLimiter } from './limits.ts';

const BODY_MAX_BYTES = 32 * 1024;
const BATCH_ROUTE = '/api/page-views/batch';
/** Longer than any request line, so that an overlong id is refused as malformed rather than by the router. */
const PARAM_MAX_LENGTH = 64 * 1024;
const REQUEST_MAX_MS = 30_000;

const send = (error: unknown, reply: FastifyReply): void => {
  const refusal = toApiError(error);
  void reply.status(refusal.statusCode).send(refusal.toBody());
};

/**
 * Creates Fastify for Nest: JSON bodies only, the client's address from the edge only, and our error shape for every
 * failure.
 */
export const createAdapter = (env: Env): FastifyAdapter => {
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_MAX_BYTES,
    trustProxy: env.TRUST_PROXY,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_MAX_MS,
    // A request that arrives while we close is handled like any other: its page view is just as safe.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAM_MAX_LENGTH },
    frameworkErrors: (error: Error, _request: unknown, reply: FastifyReply) => send(error, reply),
    clientErrorHandler: handleClientError,
  });
  const fastify = adapter.getInstance();
  // Fastify also accepts text/plain, which another site's page may send without a preflight request.
  fastify.removeAllContentTypeParsers();
  fastify.addHook('onRoute', (route) => {
    if (route.url === BATCH_ROUTE) route.bodyLimit = BATCH_MAX_BYTES;
  });
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A batch is parsed by its handler.
    if (request.routeOptions.url === BATCH_ROUTE) done(null, body);
    else void parseJson(request, body, done);
  });
  return adapter;
};

/** Records every response in the metrics. */
export const observe = (fastify: FastifyInstance, metrics: Metrics): void => {
  fastify.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'unmatched' } = request.routeOptions;
    metrics.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime);
    done();
  });
};

/** Checks every call under /api before its body is read: the origin of a write, and the rate limit of the address. */
export const addGate = (fastify: FastifyInstance, publicUrl: string, limiter: RateLimiter): void => {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!request.url.startsWith('/api')) return done();
    if (isWrite(request.method) && !isOwnOrigin(request.headers.origin, publicUrl))
      return done(new ApiError('origin_foreign'));
    if (!limiter.isOn) return done();
    limiter.consume('address', callerOf(request.ip)).then(() => done(), done);
  });
};
