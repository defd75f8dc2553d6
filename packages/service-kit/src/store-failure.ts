// Prisma: unreachable, timed out, connection closed, pool exhausted, transaction timed out, conflict, too many
// connections.
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1011', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037']);
// PostgreSQL: connection exceptions, shutting down, starting up, too many connections, timed out, conflict.
const POSTGRES_CODE = /^(08\w{3}|57P0[123]|53300|57014|55P03|40001|40P01)$/;
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
// node-postgres identifies these by their text only.
const TEXTS =
  /fell silent|Query read timeout|Connection terminated|timeout exceeded when trying to connect|^timeout expired$|Client has encountered a connection error|not queryable/i;

const codesOf = (error: object): unknown[] => [
  'code' in error ? error.code : undefined,
  'originalCode' in error ? error.originalCode : undefined,
];

const isFailureCode = (code: unknown): boolean =>
  typeof code === 'string' && (PRISMA_CODES.has(code) || SOCKET_CODES.has(code) || POSTGRES_CODE.test(code));

const isItselfFailure = (error: object): boolean =>
  codesOf(error).some(isFailureCode) || (error instanceof Error && TEXTS.test(error.message));

const DEPTH = 4;

/**
 * Returns true if an error, or its cause, means that the database could not be reached, so that a retry makes sense.
 */
export function isStoreFailure(error: unknown, depth = DEPTH): boolean {
  if (typeof error !== 'object' || error === null || depth === 0) return false;
  if (isItselfFailure(error)) return true;
  const inner = [
    'cause' in error ? error.cause : undefined,
    'meta' in error ? error.meta : undefined,
    'driverAdapterError' in error ? error.driverAdapterError : undefined,
  ];
  return inner.some((cause) => isStoreFailure(cause, depth - 1));
}
