import { ApiError, type ErrorCode } from '@course/contracts';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import type { Logger } from './logging.ts';
import { isStoreFailure } from './store-failure.ts';

/** Refusals by Express, its body parser, Fastify and Nest, before any code of ours runs. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_json',
  // The body parser's status for a body that its `verify` function refused.
  403: 'invalid_json',
  404: 'route_unknown',
  405: 'route_unknown',
  408: 'request_timeout',
  413: 'body_too_large',
  414: 'invalid_path',
  415: 'unsupported_type',
  431: 'headers_too_large',
};
const BY_CODE: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_BAD_URL: 'invalid_path',
  FST_ERR_MAX_PARAM_LENGTH: 'invalid_path',
};

const field = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

/** The HTTP status of a framework's error. */
const statusOf = (error: unknown): number => {
  const status = field(error, 'statusCode') ?? field(error, 'status');
  return typeof status === 'number' ? status : 500;
};

/** Returns undefined if the error is not a framework's refusal. */
const refusalCode = (error: unknown): ErrorCode | undefined => {
  if (error instanceof URIError || field(error, 'cause') instanceof URIError) return 'invalid_path';
  const status = statusOf(error);
  return BY_CODE[String(field(error, 'code'))] ?? BY_STATUS[status] ?? (status < 500 ? 'invalid_body' : undefined);
};

/**
 * Returns any error as the caller may see it. Unknown errors become `internal`, which reveals nothing about the cause.
 */
export const toApiError = (thrown: unknown): ApiError => {
  if (thrown instanceof ApiError) return thrown;
  const code = refusalCode(thrown);
  if (code) return new ApiError(code, undefined, { cause: thrown });
  if (isStoreFailure(thrown)) return new ApiError('store_unavailable', undefined, { cause: thrown });
  return new ApiError('internal', undefined, { cause: thrown });
};

/**
 * The only place where an error becomes a response, with Express and with Fastify. Without `@Catch` it catches
 * everything.
 */
export class ErrorFilter implements ExceptionFilter {
  readonly #host: HttpAdapterHost;
  readonly #logger: Logger;

  constructor(host: HttpAdapterHost, logger: Logger) {
    this.#host = host;
    this.#logger = logger;
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const { httpAdapter } = this.#host;
    const response: unknown = host.switchToHttp().getResponse();
    const error = toApiError(thrown);
    this.#log(error);
    if (httpAdapter.isHeadersSent(response)) return void httpAdapter.end(response);
    if (error.retryAfterSeconds !== undefined)
      httpAdapter.setHeader(response, 'Retry-After', String(error.retryAfterSeconds));
    httpAdapter.reply(response, error.toBody(), error.statusCode);
  }

  /** An unreachable store is logged once, by its connection; here it would be one line per request. */
  #log({ code, cause, message, statusCode }: ApiError): void {
    if (statusCode < 500) return;
    if (code === 'internal') this.#logger.error({ err: cause, code }, 'request failed');
    else this.#logger.debug({ err: cause, code }, message);
  }
}
