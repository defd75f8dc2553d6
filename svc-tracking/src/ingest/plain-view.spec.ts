import { batchedView, enterPage } from '@course/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aKey, anExit, aSessionId } from '../../test/support/builders.ts';
import { isPlainEntry, isPlainView } from './plain-view.ts';

/** Number of random views, and of random entries; 100,000 in `npm run test:long`. */
const VIEWS = Number(process.env['RANDOM_VIEWS'] ?? 5000);

const aView = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  sessionId: aSessionId(),
  pagePath: '/q1',
  key: aKey(),
  ...change,
});

const TIMES = [
  '2026-11-21T05:00:12.500Z',
  '2026-02-28T23:59:59Z',
  '2024-02-29T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-12-31T24:00:00Z',
  '2026-1-01T00:00:00Z',
  '2026-11-21T05:00:12+02:00',
  '2026-11-21',
  'x',
];
const PATHS = [
  '/',
  '/q1',
  '//x',
  'q1',
  '',
  '/a?b',
  '/a#b',
  '/a\\b',
  '/ä',
  '/a b',
  '/\n',
  '/\u0000',
  '/[]{}~^`|"<script>',
  `/${'a'.repeat(511)}`,
  `/${'a'.repeat(512)}`,
];
const TEXTS = ['', 'B', 'a'.repeat(64), 'a'.repeat(65), 'ä', '\u0000', '\ud800', '~ !'];
const NUMBERS = [0, -0, 0.1, 86_400, 86_400.1, -1, 1e300, Number.MAX_SAFE_INTEGER];
const RELEASES = ['0123456789abcdef0123', '0123456789ABCDEF0123', '0123456789abcdef012', `0123456789abcdef0123\n`];
const SHIFTS = [0, 0.043, 1000, 1000.1, -0.1];
const VITALS = [0, 0.12, 3600, 3600.1, -1, 1e300];
const OTHERS = [null, true, {}, [], 1, 'x'];

const SESSION = 'session_1763687000000_abcdefghijklmnopqrstuv';
const KEY = '019bbee9-4000-7000-8000-000000000001';
const SESSIONS = [SESSION, `${SESSION}\n`, `${SESSION}${'x'.repeat(42)}`, `${SESSION}${'x'.repeat(43)}`, 'session_1_x'];
const KEYS = [KEY, KEY.toUpperCase(), KEY.replace('-7', '-4'), `${KEY} `, ''];

/** Some of the fields, each with one of the values or with something else. */
const fields = (values: Readonly<Record<string, readonly unknown[]>>) =>
  fc.record(
    Object.fromEntries(
      Object.entries(values).map(([name, some]) => [name, fc.constantFrom(...some, ...some, ...OTHERS)]),
    ),
    { requiredKeys: [] },
  );

const vitals = fields({ lcpSeconds: VITALS, inpSeconds: VITALS, cls: SHIFTS, ttfbSeconds: VITALS, more: [] });
const exit = fc
  .tuple(
    fields({ exitedAt: TIMES, timeSpentSeconds: NUMBERS, totalSeconds: NUMBERS, more: [] }),
    fc.oneof(
      fc.constant({}),
      vitals.map((some) => ({ vitals: some })),
      fields({ vitals: [] }),
    ),
  )
  .map(([some, measured]) => ({ exitedAt: TIMES[0], timeSpentSeconds: 1, ...some, ...measured }));
const base = fc.oneof(
  fc.constant({}),
  exit.map((some) => ({ exit: some })),
);
const change = fc.oneof(
  ...Object.entries({
    sessionId: SESSIONS,
    pagePath: PATHS,
    key: KEYS,
    variant: TEXTS,
    release: RELEASES,
    preview: [true, false],
    userAgent: TEXTS,
    email: [],
    exit: [],
  }).map(([name, some]) => fields({ [name]: some })),
);
const item = fc
  .tuple(base, change)
  .map(([some, changed]) => ({ sessionId: SESSION, pagePath: '/q1', key: KEY, ...some, ...changed }));

it.each([
  ['view', isPlainView, batchedView],
  ['entry', isPlainEntry, enterPage],
] as const)('accepts no %s that the contract refuses or changes', (_what, isPlain, contract) => {
  let plain = 0;
  fc.assert(
    fc.property(fc.oneof(item, item, fc.jsonValue()), (value) => {
      if (!isPlain(value)) return;
      plain += 1;
      expect(contract.parse(value)).toEqual(value);
    }),
    { numRuns: VIEWS },
  );
  expect(plain).toBeGreaterThan(VIEWS / 20);
});

it.each([
  ['alone', aView()],
  ['with a variant', aView({ variant: 'B' })],
  ['with its exit', aView({ exit: anExit({ totalSeconds: 14.25 }) })],
  ['with a release', aView({ release: '0123456789abcdef0123' })],
  ['with vitals', aView({ exit: anExit({ vitals: { lcpSeconds: 1.25, cls: 0.01 } }) })],
])('accepts an ordinary view %s', (_name, view) => {
  expect(isPlainView(JSON.parse(JSON.stringify(view)))).toBe(true);
});

it.each([{}, { key: aKey() }, { variant: 'B' }])('accepts an ordinary entry with %o', (extra) => {
  expect(isPlainEntry({ sessionId: aSessionId(), pagePath: '/q1', ...extra })).toBe(true);
});
