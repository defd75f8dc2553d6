import { ApiError, BATCH_MAX_BYTES } from '@course/contracts';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import type { Socket } from 'node:net';
import type { Env } from './env.ts';
import { toApiError } from './errors.ts';

const BODY_MAX_BYTES = 32 * 1024;
const BATCH_ROUTE = '/api/page-views/batch';
/** Longer than any request line, so that a long id is an id of the wrong form and not a fault of the router. */
const PARAM_MAX_LENGTH = 64 * 1024;
/** Longer than a proxy keeps an idle connection, so that it is never us who closes one just as it is used again. */
const KEEP_ALIVE_MS = 75_000;
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
