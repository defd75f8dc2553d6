import { ApiError, BATCH_MAX_BYTES } from '@course/contracts';
import { callerOf, isOwnOrigin, isWrite, KEEP_ALIVE_MS, toApiError, type Metrics } from '@course/service-kit';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Socket } from 'node:net';
import type { Env } from './env.ts';
import type { RateLimiter } from './limits.ts';

const BODY_MAX_BYTES = 32 * 1024;
const BATCH_ROUTE = '/api/page-views/batch';
/** Longer than any request line, so that a long id is an id of the wrong form and not a fault of the router. */
const PARAM_MAX_LENGTH = 64 * 1024;
const REQUEST_MAX_MS = 30_000;

const send = (error: unknown, reply: FastifyReply): void => {
  const refusal = toApiError(error);
  void reply.status(refusal.statusCode).send(refusal.toBody());
};

/** Answers what is no HTTP at all, which never becomes a request. */
const refuseConnection = (_error: Error, socket: Socket): void => {
  if (!socket.writable) return;
  const body = JSON.stringify(
    new ApiError('invalid_body', 'The request is not valid HTTP, or its headers are too large.').toBody(),
  );
  const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`);
};

/** Fastify under Nest: JSON bodies only, the client's address from the edge alone, the one error shape from the first byte on. */
export const createAdapter = (env: Env): FastifyAdapter => {
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_MAX_BYTES,
    trustProxy: env.TRUST_PROXY,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_MAX_MS,
    // A request that still comes in while we close is answered like any other: its page view is as safe as before.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAM_MAX_LENGTH },
    frameworkErrors: (error: Error, _request: unknown, reply: FastifyReply) => send(error, reply),
    clientErrorHandler: refuseConnection,
  });
  const fastify = adapter.getInstance();
  // Fastify also takes text/plain, which a foreign page may send without asking first.
  fastify.removeAllContentTypeParsers();
  fastify.addHook('onRoute', (route) => {
    if (route.url === BATCH_ROUTE) route.bodyLimit = BATCH_MAX_BYTES;
  });
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A batch is parsed by who reads it.
    if (request.routeOptions.url === BATCH_ROUTE) done(null, body);
    else void parseJson(request, body, done);
  });
  return adapter;
};

/** Counts every answer. */
export const observe = (fastify: FastifyInstance, metrics: Metrics): void => {
  fastify.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'unmatched' } = request.routeOptions;
    metrics.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime);
    done();
  });
};

/** Judges every call under /api before its body is read: whose page it comes from, and how often its address has called. */
export const addGate = (fastify: FastifyInstance, publicUrl: string, limiter: RateLimiter): void => {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!request.url.startsWith('/api')) return done();
    if (isWrite(request.method) && !isOwnOrigin(request.headers.origin, publicUrl))
      return done(new ApiError('origin_foreign'));
    if (!limiter.isOn) return done();
    limiter.consume('address', callerOf(request.ip)).then(() => done(), done);
  });
};
