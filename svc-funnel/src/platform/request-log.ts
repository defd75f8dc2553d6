import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { routeOf } from './request.ts';
import type { Request } from 'express';

const QUIET = new Set(['/healthz', '/readyz', '/metrics']);

/** One line a request: method, declared route, status, time. No address, no header, no query, no body. */
export const requestLog = (logger: Logger) =>
  pinoHttp<Request>({
    logger,
    serializers: { req: () => undefined, res: () => undefined },
    autoLogging: { ignore: (request) => QUIET.has(request.path) },
    customProps: (request, response) => ({ method: request.method, route: routeOf(request), status: response.statusCode }),
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'warn' : 'info'),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
  });
