import { ApiError, type ErrorCode } from '@course/contracts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** Errors that Fastify raises itself, by status. */
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

/** Errors are temporary: a file that one edge does not have yet must not stay missing in a cache. */
const sendError = (reply: FastifyReply, error: ApiError): FastifyReply => {
  if (error.retryAfterSeconds !== undefined) void reply.header('retry-after', error.retryAfterSeconds);
  return reply
    .code(error.statusCode)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .send(error.toBody());
};

/** Handles addresses that the router cannot decode, such as `/%E0%A4`. */
export const handleUnreadable = (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void => {
  void sendError(reply, new ApiError('invalid_path'));
};

/** Sends every error of the edge as `ErrorBody`. An aborted request is not logged as a failure. */
export function addFailures(app: FastifyInstance, logger: Pick<Logger, 'warn' | 'error'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-content-type-options', 'nosniff');
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      return done(new ApiError('invalid_http'));
    // Immediately: there is no point in waiting for the body of a request to an unknown route.
    if (request.is404) return done(new ApiError('route_unknown'));
    done();
  });
  app.setNotFoundHandler((_request, reply) => sendError(reply, new ApiError('route_unknown')));
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    const apiError = toApiError(error);
    const isAborted = reply.raw.destroyed;
    if (apiError.statusCode >= 500 && !isAborted) {
      const { code, cause } = apiError;
      if (code === 'internal') logger.error({ reqId: request.id, err: error }, 'the edge failed');
      else if (cause) logger.warn({ reqId: request.id, code, err: cause }, 'a service did not respond');
      else logger.warn({ reqId: request.id, code }, 'a request was refused for now');
    }
    return sendError(reply, apiError);
  });
}
