import { CHART_NAMES, type ChartName, DAY_MS } from '@course/contracts';
import { NASTY_PATH, writeKnownVisits } from '@course/test-kit/known-visits';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { violations, violationsBySize } from '../src/axe.ts';
import { newPage, newVisitor, WIDE, type Visitor } from '../src/browser.ts';
import { layoutFaults } from '../src/layout.ts';
import { isDrawn, sampleOf } from '../src/sample.ts';
import { rows, siteUrl, stackFile } from '../src/stack.ts';

/** A day long before the visitors of other journeys. */
const DAY = new Date(Date.now() - 40 * DAY_MS).toISOString().slice(0, 10);
const KNOWN = `?from=${DAY}&to=${DAY}`;

let owner: Visitor;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  owner = await newVisitor({ viewport: WIDE, acceptDownloads: true });
  // Visits are counted by the steps of the releases, which a stack that has just started still fetches.
  await vi.waitFor(async () => expect(await rows('select from rollups.live_steps')).toHaveLength(1), 60_000);
  await writeKnownVisits(stackFile().databaseUrl, DAY);
});

/** Opens a page in the same window, so that its files are loaded only once. */
const openPage = async (): Promise<void> => {
  visitor = await newPage(owner.context);
  page = visitor.page;
  await page.setViewportSize(WIDE);
};
const closePage = async (): Promise<void> => {
  await page.close();
  await owner.context.clearCookies();
};

/** For journeys that change the page or stub its responses. */
const withPagePerTest = (): void => {
  beforeEach(openPage);
  afterEach(closePage);
};

const SQL = 'select 1\nfrom analytics.x;';

/**
 * Empties every chart but these and the quiz time, which always has a row: queries and drawings take most of a page's
 * time.
 */
const withEmptyCharts = (...except: readonly ChartName[]): void => {
  const names = CHART_NAMES.filter((name) => name !== 'quiz-time' && !except.includes(name)).join('|');
  beforeEach(() =>
    page.route(new RegExp(`/api/insights/(${names})(\\?|$)`), (route) =>
      route.fulfill({ json: { sql: SQL, rows: [] } }),
    ),
  );
};

/** For journeys that only read: opens the page once for all of them, by default with the known visits. */
const withSharedPage = (search?: string): void => {
  beforeAll(async () => {
    await openPage();
    await openInsights(search);
  });
  afterAll(closePage);
};

const token = (): string => new URL(stackFile().insightsUrl).hash;
const card = (name: string): Locator => page.getByRole('region', { name, exact: true });
const settled = (): Promise<void> =>
  page.locator('.skeleton, .skeleton-text, [aria-busy="true"]').first().waitFor({ state: 'detached' });

const openInsights = async (search = KNOWN): Promise<void> => {
  await page.goto(siteUrl(`/insights${search}${token()}`));
  await page.getByRole('heading', { name: 'Funnel' }).waitFor();
  await settled();
};

const figures = async (): Promise<Record<string, string>> => {
  const names = await page.locator('.figure dt').allInnerTexts();
  const values = await page.locator('.figure .value').allInnerTexts();
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
};

/** The table behind a chart, row by row. */
const tableOf = async (name: string): Promise<string[][]> => {
  const details = card(name).locator('details', { hasText: 'Table' }).first();
  await details.locator('summary').click();
  return details
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
};

describe('access', () => {
  withPagePerTest();
  withEmptyCharts();

  it('is granted by the link as soon as the service can be reached, kept when a wrong link is pasted, and ends with signing out', async () => {
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.route('**/api/insights/session', (route) => route.abort(), { times: 1 });
    await page.goto(siteUrl(`/insights${KNOWN}${token()}`));
    await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
    expect(page.url()).toBe(siteUrl(`/insights${KNOWN}`));
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Funnel' }).waitFor();
    await settled();
    expect(page.url()).toBe(siteUrl(`/insights${KNOWN}`));
    expect(addresses.filter((address) => address.includes(token().slice(1)))).toEqual([]);
    const [cookie] = await visitor.context.cookies(siteUrl('/api/insights'));
    expect(cookie).toMatchObject({ name: 'insights', httpOnly: true, sameSite: 'Strict', path: '/api/insights' });
    await page.reload();
    await page.getByRole('heading', { name: 'Funnel' }).waitFor();
    await settled();
    // The browser logs the aborted request.
    expect(visitor.complaints).toEqual([expect.stringContaining('ERR_FAILED')]);

    const session = page.waitForResponse(
      (response) => response.url().endsWith('/session') && response.status() === 204,
    );
    await page.evaluate(() => void (location.hash = 'wrong-token'));
    await (await session).finished();
    await settled();
    expect(await page.getByRole('heading', { name: 'Funnel' }).count()).toBe(1);
    expect(await page.getByRole('alert').count()).toBe(0);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('alert').filter({ hasText: 'You are signed out' }).waitFor();
    await page.reload();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('heading', { name: 'Funnel' }).count()).toBe(0);
  });

  const refusals = [
    ['a wrong token', '#wrong-token', 'Copy all of it'],
    ['no token', '', 'Open their link: /insights# and the INSIGHTS_TOKEN'],
  ] as const;

  it.each(sampleOf(refusals, 1))(
    'is refused with %s, with a message that says what to do',
    async (_which, hash, words) => {
      await page.goto(siteUrl(`/insights${hash}`));
      await page.getByRole('alert').filter({ hasText: words }).waitFor();
      expect(page.url()).toBe(siteUrl('/insights'));
      expect(await violations(page)).toEqual([]);
    },
  );
});

describe('the page of known visits', () => {
  withSharedPage();
  const CARDS = ['Funnel', 'Page timing', 'Views over time', 'Live', 'Conversion and revenue', 'Answers'];

  it('shows headline figures', async () => {
    expect(await figures()).toEqual({
      Visitors: '5',
      Conversion: '40.0%',
      'Net revenue': '$28.40',
      'Time in the quiz': expect.stringMatching(/^1(3\.[89]|4\.[0-2]) s$/),
    });
  });

  it('shows the funnel, as a chart and as a table', async () => {
    const funnel = card('Funnel');
    expect((await funnel.locator('.bar-label').allTextContents()).filter((text) => text !== '0')).toEqual([
      '4 −25.0%',
      '3 −33.3%',
      '2 −50.0%',
      '1 −100.0%',
    ]);
    const rows = await tableOf('Funnel');
    expect(rows.find(([, step]) => step === 'q1')?.slice(1, -1)).toEqual(
      ['q1', '/q1', 'What is your age?', 'q1', '3', '3', '1', '0', '33.3%', '4.0 s', '20.0 s'].map((cell) =>
        expect.stringMatching(nearly(cell)),
      ),
    );
  });

  it('shows page timing, sorted by any column', async () => {
    const paths = (): Promise<string[]> => page.locator('.timing tbody th').allTextContents();
    expect((await paths())[0]).toBe('/');
    await page.getByRole('button', { name: /^Page/ }).click();
    expect(await paths()).toEqual(['/', NASTY_PATH, '/onboarding', '/q1', '/q2']);
    await page.getByRole('button', { name: /^Median/ }).click();
    expect((await paths())[0]).toBe('/q2');
    // Unknown values come last in both directions.
    expect((await paths()).at(-1)).toBe(NASTY_PATH);
    await page.getByRole('button', { name: /^Median/ }).click();
    expect((await paths()).at(-1)).toBe(NASTY_PATH);
    expect(await page.locator('th[aria-sort="ascending"]').innerText()).toContain('Median');
    const [first] = await page.locator('.timing tbody tr').filter({ hasText: '/q1' }).locator('td').allTextContents();
    expect(first).toBe('3');
  });

  it('shows a distribution, small in its row and large when it is opened', async () => {
    const small = page.getByRole('button', { name: 'Distribution of /q1' });
    await small.scrollIntoViewIfNeeded();
    await small.locator('svg rect').first().waitFor();
    await small.click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('svg path.recharts-rectangle').first().waitFor();
    expect(await dialog.getByRole('heading', { name: 'Time on /q1' }).count()).toBe(1);
    await settled();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('shows conversion and revenue by variant, campaign, plan and day', async () => {
    const rowsBy = async (by: string): Promise<string[][]> => {
      await card('Conversion and revenue').getByRole('button', { name: by }).click();
      await page.locator('[data-stale="true"]').waitFor({ state: 'detached' });
      await settled();
      return card('Conversion and revenue')
        .locator('tbody tr')
        .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
    };
    await tableOf('Conversion and revenue');
    expect(await rowsBy('Variant')).toEqual([
      ['A', '2', '2', '100.0%', '2', '$32.40', '$4.00', '$28.40', 'usd'],
      ['B', '3', '0', '0.0%', '0', '$0.00', '$0.00', '$0.00', 'usd'],
    ]);
    expect((await rowsBy('Campaign')).map(([key, visitors]) => [key, visitors])).toEqual([
      ['spring', '2'],
      ['–', '3'],
    ]);
    expect((await rowsBy('Plan')).map(([key, , buyers, , , gross]) => [key, buyers, gross])).toEqual([
      ['4week', '1', '$22.40'],
      ['1week', '1', '$10.00'],
    ]);
    expect((await rowsBy('Day')).map(([key, visitors, , share]) => [key, visitors, share])).toEqual([
      [DAY, '5', '40.0%'],
    ]);
    expect(new URL(page.url()).searchParams.get('by')).toBe('day');
    // As the tests below expect it.
    await rowsBy('Variant');
  });

  it('shows answers with their questions', async () => {
    const question = card('Answers to q1');
    expect(await question.getByRole('heading').innerText()).toContain('What is your age?');
    expect(await question.locator('.name').allTextContents()).toEqual(['18-24', '25-34']);
    expect(await question.locator('.amount').allTextContents()).toEqual(['2 of 3 (66.7%)', '1 of 3 (33.3%)']);
  });

  it('shows the count next to the share, for a page with one view', async () => {
    const row = page.locator('.timing tbody tr', { hasText: NASTY_PATH });
    expect(await row.locator('td').nth(7).textContent()).toBe('1 of 1 (100.0%)');
  });

  it('shows a hostile path and answer, as text', async () => {
    await page.locator('.timing tbody th', { hasText: NASTY_PATH }).waitFor();
    await card('Answers to gender').locator('.name', { hasText: NASTY_PATH }).waitFor();
    expect(await page.locator('#insights img').count()).toBe(0);
    await page.getByRole('button', { name: `Distribution of ${NASTY_PATH}` }).click();
    await page.getByText('No view of this page has a known end.').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(visitor.complaints).toEqual([]);
  });

  it('can be used by keyboard only', async () => {
    await page.getByRole('button', { name: '28 days' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('days') === '28');
    await page.goBack();
    await settled();
    await page.getByRole('application', { name: 'Visitors over time' }).focus();
    await page.keyboard.press('ArrowRight');
    await card('Views over time').locator('.tooltip').filter({ hasText: 'Visitors' }).waitFor();
    await card('Answers').locator('summary', { hasText: 'SQL' }).focus();
    await page.keyboard.press('Enter');
    await card('Answers').locator('pre').waitFor();
    await page.keyboard.press('Enter');
    await card('Answers').locator('pre').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Distribution of /q1' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Distribution of /q1');
  });

  it('filters by variant and time zone, says when no plan was ordered, and has an address to share', async () => {
    await page.getByRole('combobox', { name: /^Variant/ }).selectOption('B');
    await page.locator('.figure .value', { hasText: /^3$/ }).waitFor();
    await page.getByRole('combobox', { name: /^Days begin in/ }).selectOption('Europe/Berlin');
    await page.locator('.figure .value', { hasText: /^2$/ }).waitFor();
    await card('Conversion and revenue').getByRole('button', { name: 'Plan' }).click();
    await card('Conversion and revenue').getByText('No visitor who began in these days has ordered.').waitFor();
    const shared = new URL(page.url());
    expect(Object.fromEntries(shared.searchParams)).toEqual({
      from: DAY,
      to: DAY,
      zone: 'Europe/Berlin',
      variant: 'B',
      by: 'plan',
    });
    await page.goto(shared.href);
    await page.locator('.figure .value', { hasText: /^2$/ }).waitFor();
    await card('Conversion and revenue').getByText('No visitor who began in these days has ordered.').waitFor();
    for (const visitors of ['2', '3', '5']) {
      await page.goBack();
      await expect.poll(async () => (await figures())['Visitors']).toBe(visitors);
    }
    await settled();
  });

  it('has definitions and the SQL of every chart', async () => {
    for (const name of CARDS) {
      const footer = card(name).locator('footer');
      await footer.getByText(`Definitions of ${name}`, { exact: true }).click();
      const meanings = await footer.locator('dd').allTextContents();
      expect([name, meanings.length > 0, meanings.filter((meaning) => meaning.length <= 15)]).toEqual([name, true, []]);
      await footer.getByText(`SQL of ${name}`, { exact: true }).click();
      expect(await footer.locator('pre').innerText(), name).toMatch(/^select [\s\S]*from analytics\.[\s\S]*;$/);
    }
  });

  it('offers its data as CSV and Parquet', async () => {
    const saved = async (name: string): Promise<Buffer> => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
      const chunks: Buffer[] = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    };
    expect((await saved('Answers as CSV')).toString()).toContain('q1,18-24,2,');
    expect((await saved('Answers as Parquet')).subarray(0, 4).toString()).toBe('PAR1');
  });

  it('passes axe at both sizes with all details open, and fits small and zoomed screens', async () => {
    await page.evaluate(() =>
      document.querySelectorAll<HTMLElement>('details:not([open]) > summary').forEach((summary) => summary.click()),
    );
    expect(await page.locator('details:not([open])').count()).toBe(0);
    expect(await violationsBySize(page)).toEqual([]);
    expect(await page.locator('h1').count()).toBe(1);
    // Wide content scrolls sideways in a box of its own.
    await page.evaluate(() => document.querySelectorAll('.scroller, pre').forEach((box) => box.remove()));
    expect(await layoutFaults(page)).toEqual([]);
  });
});

/** Medians come from histograms with an error of up to 1 %, so the last digit may differ. */
const nearly = (cell: string): RegExp => {
  const seconds = /^(\d+)\.0 s$/.exec(cell)?.[1];
  if (seconds === undefined) return new RegExp(`^${cell.replaceAll(/[?.%]/g, '\\$&')}$`);
  return new RegExp(`^(${seconds}\\.[0-2]|${Number(seconds) - 1}\\.[89]) s$`);
};

interface StepRow {
  readonly step: string;
  readonly reached: number;
  readonly left_here: number;
  readonly stayed_p50_seconds: number | null;
  readonly left_p50_seconds: number | null;
}

/** Formats a time under a minute as the chart does. */
const timeText = (seconds: number | null): string => (seconds === null ? '–' : `${seconds.toFixed(1)} s`);

describe('charts show what the service returned', () => {
  withPagePerTest();
  withEmptyCharts();

  /** Defines a test; `npm test` runs a random third of them. */
  const chart = (name: string, check: () => Promise<void>): void => it.runIf(isDrawn(name, 1 / 3))(name, check);

  const STEPS = 9;
  const stepsWith = (isGap: (index: number) => boolean): StepRow[] =>
    Array.from({ length: STEPS }, (_, index) => ({
      place: index + 1,
      step: `s${index}`,
      page_path: `/s${index}`,
      title: 'The same title for every step, longer than there is room for',
      question_key: null,
      reached: 100 - index * 10,
      answered: 0,
      left_here: index === 3 ? 0 : 10,
      still_here: 0,
      drop_off: index === 3 ? 0 : 10 / (100 - index * 10),
      stayed_p50_seconds: isGap(index) ? null : 10 + index,
      left_p50_seconds: isGap(index) || index === 5 ? null : 30 + index,
      as_of: null,
    }));
  const answerWith = async (chart: string, rows: readonly object[]): Promise<void> => {
    await page.route(`**/api/insights/${chart}?**`, (route) => route.fulfill({ json: { sql: SQL, rows } }));
  };
  /** Returns the steps whose label is not in the row of their dot. Steps without a time have no dot. */
  const misplaced = (figure: Locator, timed: readonly string[]): Promise<string[]> =>
    figure.evaluate((element, steps) => {
      const middleOf = (mark: Element | null | undefined): number => {
        const box = mark?.getBoundingClientRect();
        return box ? box.y + box.height / 2 : Number.NaN;
      };
      const dots = [...element.querySelectorAll('circle.dot-trust')];
      if (dots.length !== steps.length) return [`${dots.length} dots`];
      return steps.filter((step, index) => {
        const label = element.querySelector(`[data-step="${step}"] text`);
        return !(Math.abs(middleOf(label) - middleOf(dots[index])) < 4);
      });
    }, timed);

  const gaps: readonly (readonly [string, (index: number) => boolean])[] = [
    ['in the first rows', (index) => index < 2],
    ['in the middle', (index) => index === 4],
    ['in the last rows', (index) => index > 6],
    ['in every other row', (index) => index % 2 === 0],
    ['nowhere', () => false],
  ];

  it.each(sampleOf(gaps, 1))('for each step, with missing times %s, at both sizes', async (_where, isGap) => {
    const rows = stepsWith(isGap);
    await answerWith('funnel', rows);
    await openInsights();
    const [reached, dwell] = [card('Funnel').locator('figure').nth(0), card('Funnel').locator('figure').nth(1)];
    const timed = rows.filter((row) => row.stayed_p50_seconds !== null).map(({ step }) => step);
    for (const viewport of [WIDE, { width: 390, height: 844 }]) {
      await page.setViewportSize(viewport);
      // Charts are resized a frame or more after the window.
      await expect.poll(() => misplaced(dwell, timed)).toEqual([]);
      expect(
        await dwell
          .locator('[data-step]')
          .evaluateAll((all) =>
            all.map((row) => [
              row.getAttribute('data-step'),
              ...[...row.querySelectorAll('text')].map((text) => text.textContent),
            ]),
          ),
      ).toEqual(rows.map((row) => [row.step, timeText(row.stayed_p50_seconds), timeText(row.left_p50_seconds)]));
      expect(
        await reached
          .locator('[data-step]')
          .evaluateAll((all) =>
            all.map((row) => [row.getAttribute('data-step'), row.querySelector('.bar-label')?.textContent]),
          ),
      ).toEqual(
        rows.map((row, index) => [
          row.step,
          index === STEPS - 1 ? String(row.reached) : expect.stringMatching(new RegExp(`^${row.reached} −`)),
        ]),
      );
    }
  });

  chart('by day, with the value above every bar', async () => {
    await answerWith(
      'conversion',
      Array.from({ length: 7 }, (_, day) => ({
        key: `2026-01-0${day + 1}`,
        visitors: 10,
        buyers: day,
        conversion: day / 10,
        orders: day,
        gross_cents: day * 1000,
        refunded_cents: 0,
        net_cents: day * 1000,
        currency: 'usd',
      })),
    );
    await openInsights(`${KNOWN}&by=day`);
    const texts = (figure: number): Promise<string[]> =>
      card('Conversion and revenue').locator('figure').nth(figure).locator('text.bar-label').allTextContents();
    expect(await texts(0)).toEqual(
      Array.from({ length: 7 }, (_, day) => [`${day} of 10`, day === 0 ? '0.0%' : `${day}0.0%`]).flat(),
    );
    expect(await texts(1)).toEqual(['$0', '$10', '$20', '$30', '$40', '$50', '$60']);
  });

  chart('with page timing compared to the previous days, and over time', async () => {
    const timingOf = (views: number, seconds: number) => [
      {
        page_path: '/q1',
        views,
        exits: views,
        began: 4,
        bounces: 1,
        bounce_rate: 0.25,
        mean_seconds: seconds,
        p50_seconds: seconds,
        p75_seconds: seconds,
        p90_seconds: seconds,
        p99_seconds: seconds,
      },
    ];
    await page.route('**/api/insights/page-timing?**', (route) => {
      const isBefore = new URL(route.request().url()).searchParams.get('from') !== DAY;
      return route.fulfill({
        json: { sql: SQL, rows: isBefore ? timingOf(50, 8) : timingOf(60, 9) },
      });
    });
    await answerWith(
      'page-timing-over-time',
      [3, null, 5].map((seconds, day) => ({
        starts_at: `2026-01-0${day + 1}T00:00:00.000Z`,
        views: 5,
        exits: seconds === null ? 0 : 5,
        p50_seconds: seconds,
        p90_seconds: seconds,
      })),
    );
    await openInsights();
    const cells = page.locator('.timing tbody tr').first().locator('td');
    expect(await cells.nth(0).textContent()).toBe('60, before: 50');
    expect(await cells.nth(1).textContent()).toBe('9.0 s, before: 8.0 s');
    await page.getByRole('button', { name: 'Distribution of /q1' }).click();
    const trend = page.getByRole('dialog').getByRole('region', { name: 'Over time', exact: true });
    await expect.poll(() => trend.locator('circle.dot-trust').count()).toBe(2);
    expect(await violations(page, '[role="dialog"]')).toEqual([]);
  });

  chart('in pages, however many rows there are', async () => {
    const paths = Array.from({ length: 300 }, (_, index) => `/${'long-'.repeat(60)}${index}`);
    await answerWith(
      'page-timing',
      paths.map((path, index) => ({
        page_path: path,
        views: 1000 - index,
        exits: 0,
        began: 0,
        bounces: 0,
        bounce_rate: null,
        mean_seconds: null,
        p50_seconds: null,
        p75_seconds: null,
        p90_seconds: null,
        p99_seconds: null,
      })),
    );
    await answerWith(
      'conversion',
      Array.from({ length: 200 }, (_, index) => ({
        key: `variant-${index}`,
        visitors: 5,
        buyers: 1,
        conversion: 0.2,
        orders: 1,
        gross_cents: 100,
        refunded_cents: 0,
        net_cents: 100,
        currency: 'usd',
      })),
    );
    await answerWith(
      'answers',
      Array.from({ length: 42 }, (_, index) => ({
        question_key: `q${index}`,
        answer_value: 'yes',
        answers: 1,
        share: 1,
        declared: true,
      })),
    );
    await openInsights();
    await card('Answers').getByText('And 2 more questions in the table.').waitFor();
    const pages = page.getByRole('navigation', { name: 'Pages of page timing' });
    expect(await pages.getByRole('status').textContent()).toBe('1 to 20 of 300');
    await pages.getByRole('button', { name: 'Next' }).click();
    expect(await page.locator('.timing tbody th').first().textContent()).toBe(paths[20]);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(8000);
    expect(await violations(page, 'nav[aria-label="Pages of page timing"]')).toEqual([]);
  });
});

describe('the page for days without visits', () => {
  withSharedPage('?from=2001-01-02&to=2001-01-30');

  it('says that there are no visits', async () => {
    await page.getByText('Nobody was in the funnel in these days.').waitFor();
    expect((await figures())['Visitors']).toBe('0');
    expect(await violations(page)).toEqual([]);
  });

  it('accepts dates typed digit by digit, and follows a change of the address', async () => {
    const from = page.getByLabel('From');
    await from.focus();
    // Moves from the month to the day.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('1');
    await page.waitForURL((url) => url.searchParams.get('from') === '2001-01-01');
    await page.keyboard.press('5');
    await page.waitForURL((url) => url.searchParams.get('from') === '2001-01-15');
    // After a complete day the focus has moved to the year.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowUp');
    await page.waitForURL((url) => url.searchParams.get('from') === '2001-01-16');
    expect(await from.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('input')?.value === '2001-01-15');
  });
});

describe('the page', () => {
  withPagePerTest();
  withEmptyCharts('funnel');

  it('shows an error and can try again', async () => {
    const body = JSON.stringify({
      statusCode: 503,
      code: 'insights_slow',
      message: 'The answer took longer than 10 s.',
    });
    await page.route('**/api/insights/funnel?**', (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body }),
    );
    await openInsights();
    await card('Funnel').getByRole('alert').filter({ hasText: 'longer than 10 s' }).waitFor();
    expect(await violations(page, '[role="alert"]')).toEqual([]);
    await page.unroute('**/api/insights/funnel?**');
    await card('Funnel').getByRole('button', { name: 'Try again' }).click();
    await card('Funnel').locator('.bar-label').first().waitFor();
  });
});
