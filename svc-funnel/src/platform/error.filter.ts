import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { routeOf, type FunnelRequest } from './request.ts';
import { toApiError } from './to-api-error.ts';
import { LOGGER } from './tokens.ts';

/** The one place where an error becomes an answer. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const error = toApiError(thrown);
    if (error.statusCode >= 500) {
      const route = routeOf(http.getRequest<FunnelRequest>());
      this.logger.error({ err: error.cause ?? error, code: error.code, route }, 'request failed');
    }
    if (response.headersSent) return void response.end();
    if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(error.retryAfterSeconds));
    response.status(error.statusCode).json(error.toBody());
  }
}
