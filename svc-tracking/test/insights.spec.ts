import { CHART_NAMES, CHARTS, DAY_MS, rowSchema, type ChartName } from '@course/contracts';
import { NASTY_PATH, writeKnownVisits } from '@course/test-kit/known-visits';
import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import { parquetReadObjects } from 'hyparquet';
import Papa from 'papaparse';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isByHour } from '../insights-page/filters/filters.ts';
import type { Service } from '../src/service.ts';
import { insightsOf, startInsights, type Reply } from './support/insights.ts';

const DAY = new Date(Date.now() - 40 * DAY_MS).toISOString().slice(0, 10);
const QUERY = `from=${DAY}&to=${DAY}`;
/** Largest relative error of the histograms. */
const PRECISION = 0.01;

let stores: Stores;
let service: Service;
let analyst: pg.Client;
let ask: (chart: string, query?: string) => Promise<Reply>;

beforeAll(async () => {
  stores = await freshStores();
  await writeKnownVisits(stores.databaseUrl, DAY);
  analyst = new pg.Client({ connectionString: stores.analystUrl });
  await analyst.connect();
  service = await startInsights(stores);
  const insights = insightsOf(service.port);
  const cookie = await insights.cookie();
  ask = (chart, query = QUERY) => insights.call(`/api/insights/${chart}?${query}`, { headers: { cookie } });
});

afterAll(async () => {
  await service.stop();
  await analyst.end();
  await stores.stop();
});

const rowsOf = async <Row = Record<string, unknown>>(chart: string, query?: string): Promise<Row[]> => {
  const { status, json } = await ask(chart, query);
  expect({ status, json }).toMatchObject({ status: 200, json: { sql: expect.any(String), rows: expect.any(Array) } });
  return json.rows as Row[];
};

const about = (seconds: number) => expect.closeTo(seconds, -Math.log10(2 * seconds * PRECISION));

describe('known visits give known results:', () => {
  it('page timing', async () => {
    const rows = await rowsOf('page-timing');
    expect(rows.map((row) => [row['page_path'], row['views'], row['exits'], row['bounces']])).toEqual(
      [
        ['/', 4, 4, 1],
        ['/q1', 3, 3, 0],
        ['/onboarding', 2, 2, 0],
        [NASTY_PATH, 1, 0, 1],
        ['/q2', 1, 1, 0],
      ].sort((a, b) => Number(b[1]) - Number(a[1]) || (String(a[0]) < String(b[0]) ? -1 : 1)),
    );
    expect(rows[0]).toMatchObject({
      bounce_rate: 0.25,
      mean_seconds: about(9),
      p50_seconds: about(2),
      p99_seconds: about(30),
    });
    expect(rows.find((row) => row['page_path'] === '/q1')).toMatchObject({
      p50_seconds: about(8),
      p90_seconds: about(20),
      bounce_rate: null,
    });
    expect(rows.find((row) => row['page_path'] === NASTY_PATH)).toMatchObject({
      mean_seconds: null,
      p50_seconds: null,
    });
  });

  it('the distribution of a page', async () => {
    const rows = await rowsOf<{ from_seconds: number; to_seconds: number; views: number }>(
      'page-distribution',
      `${QUERY}&path=/q1`,
    );
    const filled = rows.filter(({ views }) => views > 0);
    expect(filled).toHaveLength(3);
    for (const [index, seconds] of [4, 8, 20].entries()) {
      expect(filled[index]?.from_seconds).toBeLessThanOrEqual(seconds * (1 + PRECISION));
      expect(filled[index]?.to_seconds).toBeGreaterThanOrEqual(seconds * (1 - PRECISION));
    }
    expect(await rowsOf('page-distribution', `${QUERY}&path=/never-seen`)).toEqual([]);
  });

  it('the funnel', async () => {
    const rows = await rowsOf('funnel');
    const reached = rows.filter((row) => Number(row['reached']) > 0);
    expect(
      reached.map((row) => [row['page_path'], row['reached'], row['answered'], row['left_here'], row['drop_off']]),
    ).toEqual([
      ['/', 4, 0, 1, 0.25],
      ['/q1', 3, 3, 1, expect.closeTo(1 / 3)],
      ['/onboarding', 2, 0, 1, 0.5],
      ['/q2', 1, 1, 1, 1],
    ]);
    expect(reached[1]).toMatchObject({
      title: 'What is your age?',
      question_key: 'q1',
      stayed_p50_seconds: about(4),
      left_p50_seconds: about(20),
      still_here: 0,
    });
  });

  it('time in the quiz: 14, 8 and 20 seconds', async () => {
    const [row] = await rowsOf('quiz-time');
    expect(row?.['visitors']).toBe(3);
    expect(Number(row?.['p50_seconds']) / 14).toBeCloseTo(1, 1);
    expect(Number(row?.['p90_seconds']) / 20).toBeCloseTo(1, 1);
  });

  it('answers', async () => {
    const rows = await rowsOf('answers');
    expect(rows.filter((row) => row['answer_value'] === NASTY_PATH)).toEqual([
      { question_key: 'gender', answer_value: NASTY_PATH, answers: 1, share: 1, declared: true },
    ]);
    expect(rows.filter((row) => row['answer_value'] !== NASTY_PATH)).toEqual([
      { question_key: 'q1', answer_value: '18-24', answers: 2, share: expect.closeTo(2 / 3), declared: true },
      { question_key: 'q1', answer_value: '25-34', answers: 1, share: expect.closeTo(1 / 3), declared: true },
      { question_key: 'q2', answer_value: 'wealth', answers: 1, share: 1, declared: true },
    ]);
  });

  it.each([
    [
      'variant',
      [
        ['A', 2, 2, 3240, 400, 2840],
        ['B', 3, 0, 0, 0, 0],
      ],
    ],
    [
      'campaign',
      [
        ['spring', 2, 2, 3240, 400, 2840],
        ['', 3, 0, 0, 0, 0],
      ],
    ],
    [
      'plan',
      [
        ['4week', 5, 1, 2240, 0, 2240],
        ['1week', 5, 1, 1000, 400, 600],
      ],
    ],
    ['day', [[DAY, 5, 2, 3240, 400, 2840]]],
  ])('conversion by %s, without the sandbox order', async (by, expected) => {
    const rows = await rowsOf('conversion', `${QUERY}&by=${by}`);
    expect(
      rows.map((row) => [
        row['key'],
        row['visitors'],
        row['buyers'],
        row['gross_cents'],
        row['refunded_cents'],
        row['net_cents'],
      ]),
    ).toEqual(expected);
    expect(rows[0]).toMatchObject({
      currency: 'usd',
      conversion: expect.closeTo(Number(expected[0]?.[2]) / Number(expected[0]?.[1])),
    });
  });

  it('views over time, by hour for a day', async () => {
    const rows = await rowsOf<{ starts_at: string; views: number; visitors: number }>('views-over-time');
    expect(rows).toHaveLength(24);
    expect(rows.filter(({ views }) => views > 0)).toEqual([
      { starts_at: `${DAY}T10:00:00.000Z`, views: 7, visitors: 2 },
      { starts_at: `${DAY}T11:00:00.000Z`, views: 2, visitors: 1 },
      { starts_at: `${DAY}T12:00:00.000Z`, views: 1, visitors: 1 },
      { starts_at: `${DAY}T23:00:00.000Z`, views: 1, visitors: 1 },
    ]);
  });

  it.each([3, 4])('points over %i days, by hour where the page says so', async (length) => {
    const to = new Date(Date.parse(DAY) + (length - 1) * DAY_MS).toISOString().slice(0, 10);
    const expected = isByHour({ from: DAY, to }) ? DAY_MS / 24 : DAY_MS;
    for (const [chart, page] of [
      ['views-over-time', ''],
      ['page-timing-over-time', '&path=/q1'],
    ] as const) {
      const [first, second] = await rowsOf<{ starts_at: string }>(chart, `from=${DAY}&to=${to}${page}`);
      expect(Date.parse(second!.starts_at) - Date.parse(first!.starts_at), chart).toBe(expected);
    }
  });

  it('no hour and no day that has not begun', async () => {
    const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
    const [today, in3, in5] = [dayAfter(0), dayAfter(3), dayAfter(5)];
    /** How long ago the last point of a chart began. */
    const age = async (chart: string, query: string) => {
      const last = (await rowsOf<{ starts_at?: string; key?: string }>(chart, query)).at(-1);
      return Date.now() - Date.parse(last?.starts_at ?? last?.key ?? '');
    };
    const ages = {
      hours: await age('views-over-time', `from=${today}&to=${today}`),
      hoursOfPage: await age('page-timing-over-time', `from=${today}&to=${today}&path=/q1`),
      days: await age('views-over-time', `from=${DAY}&to=${in5}`),
      conversion: await age('conversion', `from=${DAY}&to=${in5}&by=day`),
    };
    for (const [points, age] of Object.entries(ages)) {
      expect(age, points).toBeGreaterThanOrEqual(0);
      expect(age, points).toBeLessThan((points.startsWith('hours') ? DAY_MS / 24 : DAY_MS) + 60_000);
    }
    expect(await rowsOf('views-over-time', `from=${in3}&to=${in5}`)).toEqual([]);
    expect(await rowsOf('conversion', `from=${in3}&to=${in5}&by=day`)).toEqual([]);
  });

  it('variants, and nobody live', async () => {
    expect(await rowsOf('variants', '')).toEqual([{ variant: 'A' }, { variant: 'B' }]);
    expect(await rowsOf('live', '')).toEqual([]);
  });

  it('the figures of one variant', async () => {
    expect((await rowsOf('page-timing', `${QUERY}&variant=A`)).map((row) => [row['page_path'], row['views']])).toEqual([
      ['/', 2],
      ['/onboarding', 2],
      ['/q1', 2],
      ['/q2', 1],
    ]);
  });

  it('the figures of a day in another time zone', async () => {
    const visitors = async (query: string) =>
      (await rowsOf<{ visitors: number }>('conversion', query)).reduce((sum, row) => sum + row.visitors, 0);
    expect(await visitors(`${QUERY}&zone=Europe/Berlin`)).toBe(4);
    const next = new Date(Date.parse(DAY) + DAY_MS).toISOString().slice(0, 10);
    expect(await visitors(`from=${next}&to=${next}&zone=Europe/Berlin`)).toBe(1);
    expect(await visitors(`from=${DAY}&to=${next}`)).toBe(5);
  });
});

const REQUESTS: readonly (readonly [ChartName, string])[] = [
  ['page-timing', QUERY],
  ['page-timing', `${QUERY}&variant=${encodeURIComponent(`it's \\ "A"`)}`],
  ['page-distribution', `${QUERY}&path=/q1`],
  ['page-distribution', `${QUERY}&path=${encodeURIComponent(NASTY_PATH)}`],
  ['funnel', `${QUERY}&zone=America/New_York`],
  ['quiz-time', QUERY],
  ['answers', QUERY],
  ['conversion', `${QUERY}&by=campaign`],
  ['conversion', `${QUERY}&by=day&zone=Asia/Kolkata`],
  ['views-over-time', `${QUERY}&zone=Europe/Berlin`],
  ['live', ''],
  ['variants', ''],
  ['questions', ''],
];

const MOMENT = 'as_of';
const withoutMoment = (rows: readonly Record<string, unknown>[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== MOMENT)));
/** Converts 64-bit numbers and times to what the page receives as JSON. */
const asShown = (value: unknown): unknown =>
  value instanceof Date
    ? value.toISOString()
    : typeof value === 'string' && /^\d+$/.test(value)
      ? Number(value)
      : value;

describe.each(REQUESTS)('%s?%s', (chart, query) => {
  it('returns rows of the form that OpenAPI promises', async () => {
    for (const row of await rowsOf(chart, query)) expect(rowSchema(CHARTS[chart]).parse(row)).toEqual(row);
  });

  it('shows SQL that returns the same rows when the analyst runs it', async () => {
    const { sql = '', rows: shown = [] } = (await ask(chart, query)).json;
    const { rows, fields } = await analyst.query<Record<string, unknown>>(sql);
    expect(fields.map(({ name }) => name)).toEqual(Object.keys(CHARTS[chart]));
    expect(
      withoutMoment(
        rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asShown(value)]))),
      ),
    ).toEqual(withoutMoment(shown));
  });

  it('is exported as CSV with the same rows', async () => {
    const { rows = [] } = (await ask(chart, query)).json;
    const { headers, text } = await ask(chart, `${query}&format=csv`);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${chart}.csv"`);
    const read = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
    expect(read.errors.filter(({ type }) => type !== 'Delimiter')).toEqual([]);
    expect(read.meta.fields).toEqual(Object.keys(CHARTS[chart]));
    expect(withoutMoment(read.data)).toEqual(
      withoutMoment(
        rows.map((row) =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? '' : String(value)])),
        ),
      ),
    );
  });

  it('is exported as Parquet with the same rows and types', async () => {
    const { rows = [] } = (await ask(chart, query)).json;
    const { headers, bytes } = await ask(chart, `${query}&format=parquet`);
    expect(headers.get('content-type')).toBe('application/vnd.apache.parquet');
    const read = await parquetReadObjects({ file: bytes.slice().buffer });
    const plain = read.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : asShown(value)]),
      ),
    );
    expect(withoutMoment(plain)).toEqual(withoutMoment(rows));
  });
});

describe('a wrong filter is refused with what to correct:', () => {
  it.each([
    ['page-timing', '', /from: .*to: /],
    ['page-timing', `from=${DAY}`, /to: /],
    ['page-timing', `from=${DAY}&to=2020-01-01`, /to: must not be before from/],
    ['page-timing', 'from=2024-01-01&to=2025-02-04', /to: must be at most 400 days/],
    ['page-timing', 'from=2026-02-30&to=2026-03-01', /from: must be a day such as/],
    ['page-timing', 'from=1999-12-31&to=2000-01-01', /from: must be a day from 2000/],
    ['page-timing', `${QUERY}&zone=%2B02:00`, /zone: must be a time zone/],
    ['page-timing', `${QUERY}&zone=Mars/Base`, /zone: must be a time zone/],
    ['page-timing', `${QUERY}&variant=`, /variant: must not be empty/],
    ['page-timing', `${QUERY}&variant=%00`, /variant: must be valid text/],
    ['page-timing', `${QUERY}&variant=A&variant=B`, /variant: /],
    ['page-timing', `${QUERY}&format=xlsx`, /format: must be csv or parquet/],
    ['page-timing', `${QUERY}&limit=5`, /limit/],
    ['page-distribution', QUERY, /path: /],
    ['page-distribution', `${QUERY}&path=q1`, /path: must be an absolute path/],
    ['conversion', `${QUERY}&by=shoe`, /by: must be variant, campaign, plan or day/],
    ['live', QUERY, /from/],
  ])('%s?%s', async (chart, query, message) => {
    const { status, json } = await ask(chart, query);
    expect({ status, ...json }).toEqual({
      status: 400,
      statusCode: 400,
      code: 'invalid_query',
      message: expect.stringMatching(message),
    });
  });

  it('but 400 days are accepted', async () => {
    expect((await ask('page-timing', 'from=2024-01-01&to=2025-02-03')).status).toBe(200);
  });
});

it('says what to set if the analyst’s address is missing', async () => {
  const bare = await startInsights(stores, { ANALYST_URL: '' });
  const insights = insightsOf(bare.port);
  const { status, json } = await insights.call(`/api/insights/funnel?${QUERY}`, {
    headers: { cookie: await insights.cookie() },
  });
  expect({ status, ...json }).toMatchObject({
    status: 503,
    code: 'insights_unset',
    message: expect.stringContaining('ANALYST_URL'),
  });
  await bare.stop();
});

it('reports that the database is unreachable', async () => {
  const alone = await startInsights(stores, { ANALYST_URL: 'postgresql://analyst:x@127.0.0.1:9/course' });
  const insights = insightsOf(alone.port);
  const { status, json, headers } = await insights.call(`/api/insights/funnel?${QUERY}`, {
    headers: { cookie: await insights.cookie() },
  });
  expect({ status, code: json.code, retryAfter: headers.get('retry-after') }).toEqual({
    status: 503,
    code: 'store_unavailable',
    retryAfter: '5',
  });
  await alone.stop();
});

it('describes every call in OpenAPI, and each chart with its columns', async () => {
  const { paths = {} } = (await insightsOf(service.port).call('/openapi.json')).json;
  for (const [chart, columns] of Object.entries(CHARTS)) {
    const described = paths[`/api/insights/${chart}`]?.get;
    expect(
      Object.keys(
        described?.responses[200]?.content['application/json']?.schema.properties.rows.items.properties ?? {},
      ),
    ).toEqual(Object.keys(columns));
    expect(described?.parameters.map(({ name }) => name)).toContain('format');
  }
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(calls.sort()).toEqual(
    [
      'delete /api/insights/not-counted',
      'delete /api/insights/session',
      'get /api/insights/session',
      'get /release-figures',
      'patch /api/page-views/{id}',
      'post /api/client-errors',
      'post /api/insights/session',
      'post /api/page-views',
      'post /api/page-views/batch',
      'put /api/insights/not-counted',
      ...CHART_NAMES.map((chart) => `get /api/insights/${chart}`),
    ].sort(),
  );
});
