import { ApiError } from '@course/contracts';

const QUERY_CANCELED = '57014';
const INVALID_PARAMETER = '22023';

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** What a failed question means to who asked it; anything else stays as it is. */
export const toRefusal = (error: unknown): unknown => {
  switch (codeOf(error)) {
    case QUERY_CANCELED:
      return new ApiError('insights_slow', undefined, { cause: error });
    case INVALID_PARAMETER:
      // PostgreSQL's own list of time zones may be older than ours.
      return new ApiError('invalid_query', 'zone: the database does not know this time zone; take another', {
        cause: error,
      });
    default:
      return error;
  }
};
