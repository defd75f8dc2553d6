/** Invalid values for any environment variable. */
const NONSENSE: readonly string[] = [
  '',
  ' ',
  '-',
  '%',
  '[',
  'nonsense',
  '://',
  'http://',
  'https://[',
  'http://%zz',
  'postgres://[',
  'redis://a b',
  'smtp://',
  'mailto:x',
  '/',
  '-1',
  '1e999',
  'NaN',
  '0x',
  '\u0000',
  '\uD800',
  '🌅'.repeat(50),
  'x'.repeat(5000),
  ',',
  '=',
  '/=',
  '/=x',
  '__proto__',
  'null',
  '{}',
];

/**
 * Reads `good` with each variable in turn left out and replaced by each nonsense value. Returns a description of every
 * error that is not expected.
 */
export const unexpectedErrors = (
  read: (source: Record<string, string | undefined>) => unknown,
  names: readonly string[],
  good: Record<string, string>,
  isExpected: (error: unknown) => boolean,
): readonly string[] =>
  names.flatMap((name) =>
    [undefined, ...NONSENSE].flatMap((value) => {
      try {
        read({ ...good, [name]: value });
        return [];
      } catch (error) {
        return isExpected(error) ? [] : [`${name}=${JSON.stringify(value)}: ${String(error)}`];
      }
    }),
  );
