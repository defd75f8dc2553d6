import { HttpException } from '@nestjs/common';
import { ApiError, type ErrorCode } from '@course/contracts';
import { isStoreFailure } from './store-failure.ts';

const RETRY_AFTER_SECONDS = 5;

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  404: 'route_unknown',
  405: 'route_unknown',
  413: 'body_too_large',
  415: 'unsupported_type',
};

/** What express and its body parser mean; their 4xx all carry a `type` or a status. */
const fromHttp = (error: HttpException): ApiError => {
  const { cause } = error;
  if (cause instanceof URIError) return new ApiError('invalid_path', undefined, { cause });
  const status = error.getStatus();
  // 403 is the parser's word for a body that its `verify` function refused.
  if (status === 400 || status === 403) return new ApiError('invalid_json', undefined, { cause });
  return new ApiError(BY_STATUS[status] ?? (status < 500 ? 'invalid_body' : 'internal'), undefined, { cause: error });
};

/** Every error that reaches the filter, as the caller will see it. What nobody foresaw is `internal`. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof HttpException) return fromHttp(error);
  if (isStoreFailure(error))
    return new ApiError('store_unavailable', undefined, { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
  return new ApiError('internal', undefined, { cause: error });
}
