// https://www.postgresql.org/docs/current/errcodes-appendix.html
const DATA_ERROR_CLASSES = ['22', '23'];
/** COPY reports this for a value that is shorter than its type. */
const PROTOCOL_VIOLATION = '08P01';

/** Returns the SQLSTATE of PostgreSQL's error; empty for any other error. */
export const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.length === 5 ? code : '';
};

/**
 * True if PostgreSQL refused the values themselves, so that a retry cannot help: data exceptions and integrity
 * violations. Everything else (no connection, shutdown, full disk, deadlock, missing rights) is retried.
 */
export const isDataError = (error: unknown): boolean => {
  const code = codeOf(error);
  return DATA_ERROR_CLASSES.includes(code.slice(0, 2)) || code === PROTOCOL_VIOLATION;
};
