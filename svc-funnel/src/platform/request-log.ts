import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { routeOf } from './request.ts';

const QUIET = new Set(['/healthz', '/readyz', '/metrics']);

const lineOf = (request: Request, response: Response, { responseTime }: { responseTime?: number }) => ({
  method: request.method,
  route: routeOf(request),
  status: response.statusCode,
  ms: responseTime,
});

/** One line a request: method, declared route, status, time. No address, no header, no query, no body. */
export const requestLog = (logger: Logger) =>
  pinoHttp<Request, Response>({
    logger,
    serializers: { req: () => undefined, res: () => undefined },
    autoLogging: { ignore: (request) => QUIET.has(request.path) },
    customSuccessObject: lineOf,
    customErrorObject: (request, response, _error, value: { responseTime?: number }) =>
      lineOf(request, response, value),
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'warn' : 'info'),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
  });
