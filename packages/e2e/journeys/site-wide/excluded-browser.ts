import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newVisitor, type Visitor } from '../../src/browser.ts';
import { rows, siteUrl, stackFile } from '../../src/stack.ts';
import { sessionIdOf } from '../../src/stored.ts';
import { answer, arrive, open } from '../../src/walk.ts';

/** Views, aggregates and answers have to pass the writer and the refresher. */
const COUNTED = { interval: 250 } as const;

let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  visitor = await newVisitor();
  page = visitor.page;
});

/** Opens the insights page, where the switch is as it was left, and toggles it. */
const setMark = async (wanted: boolean): Promise<void> => {
  await page.goto(siteUrl(`/insights${new URL(stackFile().insightsUrl).hash}`));
  const mark = page.getByRole('switch', { name: 'Do not count this browser' });
  await mark.and(page.locator(`[aria-checked="${!wanted}"]`)).click();
  await mark.and(page.locator(`[aria-checked="${wanted}"]`)).waitFor();
};

const markCookies = async () =>
  (await visitor.context.cookies(siteUrl('/'))).filter(({ name }) => name === 'not_counted');

/** Walks from the entry to the third screen as a new visitor in the same browser. Returns the session's id. */
const visit = async (): Promise<string> => {
  await page.evaluate(() => localStorage.clear());
  await visitor.context.clearCookies({ name: /^(?!insights$|not_counted$)/ });
  await open(page, '/');
  await answer(page, 'yes');
  await arrive(page, 'q1');
  await answer(page, '25-34');
  await arrive(page, 'onboarding');
  return sessionIdOf(page);
};

/** Returns what both services stored of a visit, and whether the analysts' aggregates exclude it. */
const storedOf = async (id: string) => {
  const [visitRow] = await rows(
    `select (select not_counted from funnel.sessions where id = $1) as session_is_marked,
       (select array_agg(is_owner order by entered_at) from tracking.page_views where session_id = $1) as views_are_marked,
       (select count(*)::int from funnel.responses where session_id = $1) as answers,
       (select excluded from rollups.visits where session_id = $1) as is_left_out,
       (select steps_reached::int from analytics.sessions where session_id = $1) as steps_counted`,
    [id],
  );
  return visitRow;
};

interface Counted {
  readonly visitors: number;
  readonly views: number;
  readonly reached: number;
  readonly answers: number;
}

/** Returns the totals of the insights from yesterday to tomorrow, queried as the page does. */
const counted = (): Promise<Counted> =>
  page.evaluate(async () => {
    const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const sum = async (chart: string, column: string): Promise<number> => {
      const response = await fetch(`/api/insights/${chart}?from=${day(-1)}&to=${day(1)}`);
      const { rows: found } = (await response.json()) as { rows: Record<string, number>[] };
      return found.reduce((total, row) => total + (row[column] ?? 0), 0);
    };
    return {
      visitors: await sum('conversion', 'visitors'),
      views: await sum('page-timing', 'views'),
      reached: await sum('funnel', 'reached'),
      answers: await sum('answers', 'answers'),
    };
  });

it('excludes a visit of the browser that the owner marked, and counts its next one after the mark was removed', async () => {
  await setMark(true);
  expect(await markCookies()).toMatchObject([{ value: '1', sameSite: 'Lax', path: '/' }]);
  const before = await counted();

  const marked = await visit();
  await expect
    .poll(() => storedOf(marked), COUNTED)
    .toEqual({
      session_is_marked: true,
      views_are_marked: [true, true, true],
      answers: 2,
      is_left_out: true,
      steps_counted: null,
    });
  expect(await counted()).toEqual(before);

  await setMark(false);
  expect(await markCookies()).toEqual([]);
  const unmarked = await visit();
  await expect
    .poll(() => storedOf(unmarked), COUNTED)
    .toEqual({
      session_is_marked: false,
      views_are_marked: [false, false, false],
      answers: 2,
      is_left_out: false,
      steps_counted: 3,
    });
  await expect.poll(counted, COUNTED).toEqual({
    visitors: before.visitors + 1,
    views: before.views + 3,
    reached: before.reached + 3,
    answers: before.answers + 2,
  });
  expect(visitor.complaints).toEqual([]);
});
