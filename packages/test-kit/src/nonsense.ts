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
 * What reading `good` with one variable replaced by each piece of nonsense, or left out, throws besides the expected kind of
 * error: nothing, when the environment is always judged and never stumbled over.
 */
export const stumbles = (
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
