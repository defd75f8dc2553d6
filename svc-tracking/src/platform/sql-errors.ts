// https://www.postgresql.org/docs/current/errcodes-appendix.html
const OF_THE_DATA = ['22', '23'];
/** COPY says so of a value that is shorter than its type. */
const PROTOCOL_VIOLATION = '08P01';

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.length === 5 ? code : '';
};

/**
 * True if PostgreSQL refused the values themselves, so that trying again cannot help: data exceptions and integrity
 * violations. Everything else (no connection, shutdown, full disk, deadlock, missing rights) is waited for.
 */
export const isRefusedForItsData = (error: unknown): boolean => {
  const code = codeOf(error);
  return OF_THE_DATA.includes(code.slice(0, 2)) || code === PROTOCOL_VIOLATION;
};

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
