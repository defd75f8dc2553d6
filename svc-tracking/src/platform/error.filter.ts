import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { toApiError } from './errors.ts';
import type { Logger } from './logger.ts';
import { LOGGER } from './tokens.ts';

/** The one place where an error becomes an answer. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const error = toApiError(thrown);
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (error.code === 'internal') this.logger.error({ err: thrown }, 'A request failed');
    if (error.retryAfterSeconds !== undefined) void reply.header('retry-after', error.retryAfterSeconds);
    void reply.status(error.statusCode).send(error.toBody());
  }
}
