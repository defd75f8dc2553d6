// https://www.postgresql.org/docs/current/errcodes-appendix.html
const OF_THE_DATA = ['22', '23'];

/**
 * Whether PostgreSQL refused the values themselves, so that trying again cannot help: data exceptions and integrity
 * violations. Everything else (no connection, shutdown, full disk, deadlock, missing rights) is waited for.
 */
export const isRefusedForItsData = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.length === 5 && OF_THE_DATA.includes(code.slice(0, 2));
};

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
