import { ApiError } from '@course/contracts';

const QUERY_CANCELED = '57014';
const INVALID_PARAMETER = '22023';
const CONNECTION_REFUSED = /^(08|57P|28)/;

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** No answer at all: the server is away, is starting or does not let us in. */
const isAway = (error: unknown): boolean =>
  CONNECTION_REFUSED.test(codeOf(error)) ||
  /^E[A-Z]+$/.test(codeOf(error)) ||
  (error instanceof Error && /timeout|terminated/i.test(error.message));

/** What a failed question means to who asked it; anything unknown stays as it is. */
export const toRefusal = (error: unknown): unknown => {
  const code = codeOf(error);
  if (code === QUERY_CANCELED) return new ApiError('insights_slow', undefined, { cause: error });
  // PostgreSQL's own list of time zones may be older than ours.
  if (code === INVALID_PARAMETER)
    return new ApiError('invalid_query', 'zone: the database does not know this time zone; take another', {
      cause: error,
    });
  return isAway(error) ? new ApiError('store_unavailable', undefined, { retryAfterSeconds: 2, cause: error }) : error;
};
