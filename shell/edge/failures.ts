import { ApiError, type ErrorCode } from '@course/contracts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** What Fastify refuses by itself. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  404: 'route_unknown',
  408: 'request_timeout',
  413: 'body_too_large',
  415: 'unsupported_type',
};

const toApiError = (error: FastifyError | ApiError): ApiError => {
  if (error instanceof ApiError) return error;
  const refused = error.statusCode !== undefined && error.statusCode < 500;
  return new ApiError(refused ? (BY_STATUS[error.statusCode ?? 0] ?? 'invalid_path') : 'internal', undefined, {
    cause: error,
  });
};

/** Answers in the one error shape. */
const reply = (to: FastifyReply, error: ApiError): FastifyReply => {
  if (error.retryAfterSeconds !== undefined) void to.header('retry-after', error.retryAfterSeconds);
  return to.code(error.statusCode).header('x-content-type-options', 'nosniff').send(error.toBody());
};

/** Addresses that no route could read, such as `/%E0%A4`. */
export const answerUnreadable = (_error: FastifyError, _request: FastifyRequest, to: FastifyReply): void => {
  void reply(to, new ApiError('invalid_path'));
};

/** Sends every error of the edge as `ErrorBody`. An aborted request is not logged as a failure. */
export function addFailures(app: FastifyInstance, logger: Pick<Logger, 'warn' | 'error'>): void {
  app.addHook('onRequest', (request, to, done) => {
    void to.header('x-content-type-options', 'nosniff');
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      return done(new ApiError('invalid_http'));
    // At once: nobody waits for the body of a request that leads nowhere.
    if (request.is404) return done(new ApiError('route_unknown'));
    done();
  });
  app.setNotFoundHandler((_request, to) => reply(to, new ApiError('route_unknown')));
  app.setErrorHandler((error: FastifyError | ApiError, request, to) => {
    const told = toApiError(error);
    const isGone = to.raw.destroyed;
    if (told.statusCode >= 500 && !isGone) {
      if (told.code === 'internal') logger.error({ reqId: request.id, err: error }, 'the edge failed');
      else logger.warn({ reqId: request.id, err: told.cause }, 'a service did not answer');
    }
    return reply(to, told);
  });
}
