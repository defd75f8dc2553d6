import { ApiError, type ErrorCode } from '@course/contracts';

// What Fastify and Nest refuse by themselves, before any code of ours runs.
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_json',
  404: 'route_unknown',
  405: 'route_unknown',
  413: 'body_too_large',
  414: 'invalid_path',
  415: 'unsupported_type',
};
const BY_CODE: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_BAD_URL: 'invalid_path',
  FST_ERR_MAX_PARAM_LENGTH: 'invalid_path',
};

const field = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

const statusOf = (error: unknown): number => {
  const status = field(error, 'statusCode') ?? field(error, 'status');
  return typeof status === 'number' ? status : 500;
};

/** Any error as the caller may see it. What is not known becomes `internal`, which tells nothing of its cause. */
export const toApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error;
  const code = BY_CODE[String(field(error, 'code'))] ?? BY_STATUS[statusOf(error)];
  return new ApiError(code ?? 'internal', undefined, { cause: error });
};
