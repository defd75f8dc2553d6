import { STEPS } from '@course/test-kit/product-flow';
import type { CDPSession, Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { freshVisitor } from '../src/browser.ts';
import { buyByHttp } from '../src/by-http.ts';
import { linkIn, mailTo, sendLesson } from '../src/inbox.ts';
import { focusedName, tabTo } from '../src/keyboard.ts';
import { expectAccessible } from '../src/layout.ts';
import { sampleOf } from '../src/sample.ts';
import { rows, siteUrl } from '../src/stack.ts';
import { FOUR_WEEKS_PRICE } from '../src/prices.ts';
import { button, follow, heading } from '../src/walk.ts';

const UNKNOWN = 'A'.repeat(43);

/** Returns everything that a request sends, except the one body that is meant to contain the token. */
const sentData = (request: Request): string => {
  const isExchange = request.url().endsWith('/api/course/session');
  return JSON.stringify([request.url(), request.headers(), isExchange ? null : request.postData()]);
};

it('a buyer reads, requests a new link, stops and restarts the emails, and requests a refund', async () => {
  const { page, context, complaints } = await freshVisitor({ reducedMotion: 'reduce' });
  const { email } = await buyByHttp();
  const confirmation = await mailTo(email, /./);
  const link = linkIn(confirmation, '/course');
  const token = link.split('#t=')[1]!;
  await sendLesson(email, 1);
  await sendLesson(email, 2);

  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await follow(page, link);
  await page.getByText('2 of 28 lessons').waitFor();
  expect(page.url()).toBe(siteUrl('/course'));
  expect(
    await page.evaluate(() =>
      JSON.stringify([
        window.history.state,
        Reflect.get(window, '__linkToken') ?? null,
        { ...localStorage },
        { ...sessionStorage },
      ]),
    ),
  ).not.toContain(token);
  expect(await page.locator('ol h2').allInnerTexts()).toEqual([
    expect.stringContaining('Day 2'),
    expect.stringContaining('Day 1'),
  ]);
  await page.getByRole('link', { name: /^Day 1/ }).click();
  await page.locator('.lesson-exercise').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Your lessons' }).click();

  // Page views contain only the path.
  await page.reload();
  await page.getByText('2 of 28 lessons').waitFor();
  const views = requests
    .filter((request) => request.url().endsWith('/api/page-views'))
    .map((request) => (request.postDataJSON() as { pagePath: string }).pagePath);
  expect(views.length).toBeGreaterThan(0);
  expect(new Set(views)).toEqual(new Set(['/course']));
  expect(requests.map(sentData).filter((line) => line.includes(token))).toEqual([]);

  // Another device, without the cookie.
  const other = await freshVisitor({ reducedMotion: 'reduce' });
  await follow(other.page, siteUrl('/course'));
  await other.page.getByLabel('Your email').fill(email);
  await button(other.page, 'Send me a new link').click();
  await heading(other.page, 'Check your inbox').waitFor();
  const renewal = await mailTo(email, /course link/);
  // The link of the mail's button; its footer has the link that is in all mails.
  const renewed = renewal.match(/https?:\/\/\S+/)?.[0] ?? '';
  expect(renewed).not.toBe(link);
  // Anyone may have requested it, so the old link is valid until the new one is opened.
  await page.reload();
  await page.getByText('2 of 28 lessons').waitFor();
  await follow(other.page, renewed);
  await other.page.getByText('2 of 28 lessons').waitFor();
  await page.reload();
  await button(page, 'Send me a new link').waitFor();
  await follow(page, link);
  await page.getByText('This link has ended').waitFor();
  await expectAccessible(page);
  await follow(page, renewed);
  await page.getByText('2 of 28 lessons').waitFor();

  const stop = linkIn(confirmation, '/unsubscribe');
  await follow(page, stop);
  await button(page, 'Stop the emails').waitFor();
  expect(page.url()).toBe(siteUrl('/unsubscribe'));
  expect(await rows('select status from funnel.courses where email = $1', [email])).toEqual([{ status: 'active' }]);
  await expectAccessible(page);
  await button(page, 'Stop the emails').click();
  await heading(page, 'The emails have stopped').waitFor();
  expect(await heading(page, 'The emails have stopped').evaluate((element) => element === document.activeElement)).toBe(
    true,
  );
  expect(await rows('select status, stop_reason from funnel.courses where email = $1', [email])).toEqual([
    { status: 'stopped', stop_reason: 'unsubscribed' },
  ]);
  await expectAccessible(page);
  await button(page, 'Start the emails again').click();
  await heading(page, 'Your emails will continue').waitFor();
  // After a mail program's one-click unsubscribe, a mail has the link to start again.
  const oneClick = siteUrl(`/api/unsubscribe/${linkIn(confirmation, '/unsubscribe').split('#t=')[1]!.split('.')[0]!}`);
  expect(
    (await fetch(oneClick, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })).status,
  ).toBe(200);
  await follow(page, linkIn(await mailTo(email, /lessons have stopped/), '/unsubscribe'));
  await heading(page, 'The emails have stopped').waitFor();
  await button(page, 'Start the emails again').click();
  await heading(page, 'Your emails will continue').waitFor();
  // Without the course's cookie, a mail's link leads to a refund through the buyer's inbox.
  await context.clearCookies({ name: 'course_reader' });
  await follow(page, linkIn(renewal, '/unsubscribe'));
  await button(page, 'Stop the emails').click();
  await page.getByRole('link', { name: 'Ask for a refund' }).click();

  await heading(page, 'Ask for your money back').waitFor();
  await button(page, 'Email me the refund link').waitFor();
  await expectAccessible(page);
  await button(page, 'Email me the refund link').click();
  await heading(page, 'Check your inbox').waitFor();
  await expectAccessible(page);
  await follow(page, linkIn(await mailTo(email, /refund link/), '/refund-request'));
  await page.getByText(FOUR_WEEKS_PRICE).waitFor();
  await expectAccessible(page);
  await page.getByLabel('What was missing?').fill('Not for me.');
  await button(page, 'Ask for my money back').click();
  await heading(page, 'We have your request').waitFor();
  await expectAccessible(page);
  await mailTo(email, /Refund request received/);
  expect(
    await rows(
      'select reason, refund_requests.status from funnel.refund_requests join funnel.courses using (order_id) where email = $1',
      [email],
    ),
  ).toEqual([{ reason: 'Not for me.', status: 'open' }]);

  // Readers who have unsubscribed can still read what was sent.
  await page.goto(siteUrl('/course'));
  await page.getByText('The emails stopped because you unsubscribed.').waitFor();
  await expectAccessible(page);
  await button(page, 'Start the emails again').click();
  await heading(page, 'Your emails will continue').waitFor();
  expect(await rows('select status from funnel.courses where email = $1', [email])).toEqual([{ status: 'active' }]);
  await button(page, 'Close on this device').click();
  await heading(page, 'The course is closed on this device').waitFor();
  await page.reload();
  await button(page, 'Send me a new link').waitFor();
  expect(
    requests.map(sentData).filter((line) => line.includes(token) || line.includes(renewed.split('#t=')[1]!)),
  ).toEqual([]);
  // The ended link is a 404, which browsers log.
  expect(complaints.filter((line) => !line.includes('404'))).toEqual([]);
});

it('a reader marks lessons as done and changes their schedule, by mail and by keyboard', async () => {
  const { page, complaints } = await freshVisitor({ reducedMotion: 'reduce', timezoneId: 'Europe/Berlin' });
  const { email } = await buyByHttp();
  await sendLesson(email, 1);
  await sendLesson(email, 2);
  const mail = await mailTo(email, /^Lesson 2/);
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/course/') && !request.url().endsWith('/session'))
      writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });

  // The mail's link opens the lesson and asks, so that programs that follow links change nothing.
  await follow(page, linkIn(mail, '/course', '?lesson=2&done=ask'));
  await button(page, 'Mark as done').waitFor();
  expect(new URL(page.url()).search).toBe('?lesson=2&done=ask');
  expect(await page.title()).toMatch(/^Day 2: /);
  expect(writes).toEqual([]);
  await expectAccessible(page);
  // Assistive technology announces only the changes of a region that it knew before.
  await page.getByRole('status').filter({ hasNotText: /./ }).waitFor({ state: 'attached' });
  await button(page, 'Mark as done').click();
  await page.getByText('You have done this lesson.').waitFor();
  await page.reload();
  await page.getByText('You have done this lesson.').waitFor();
  expect(
    await rows('select place from funnel.lesson_marks join funnel.courses using (order_id) where email = $1', [email]),
  ).toEqual([{ place: 2 }]);

  // By keyboard: to the list, into another lesson, and back to where the reader was.
  await tabTo(page, /^A ← Your lessons$/);
  await page.keyboard.press('Enter');
  await page.getByText('1 lesson done').waitFor();
  expect(await page.title()).toMatch(/^Your lessons/);
  expect(await focusedName(page)).toMatch(/^A Day 2/);
  await tabTo(page, /^A Day 1/);
  await page.keyboard.press('Enter');
  await page.locator('.lesson-exercise').waitFor();
  expect(await page.title()).toMatch(/^Day 1: /);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
  await page.goBack();
  await page.getByText('1 lesson done').waitFor();
  expect(await focusedName(page)).toMatch(/^A Day 1/);
  await page.goForward();
  await page.locator('.lesson-exercise').waitFor();
  await tabTo(page, /^BUTTON Mark as done$/);
  await page.keyboard.press('Enter');
  await page.getByText('You have done this lesson.').waitFor();
  expect(await focusedName(page)).toBe('BUTTON Mark as not done');
  await page.keyboard.press('Enter');
  await button(page, 'Mark as done').waitFor();

  // Hour, weekdays, a pause, and the next lesson at once.
  await follow(page, linkIn(mail.slice(mail.indexOf('Change the hour')), '/course'));
  await heading(page, 'When your lessons come').waitFor();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Hour' }).selectOption({ label: '8:00 PM' });
  await page.getByLabel('Monday to Friday only').check();
  await button(page, 'Save').click();
  await page.getByText('Saved.').waitFor();
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Resume on').fill(day);
  await button(page, 'Pause until this day').click();
  await page.getByText(/^Paused until/).waitFor();
  expect(
    await rows(
      `select send_hour, weekdays_only, paused_until::text, (next_due_at at time zone time_zone)::date >= paused_until as waits,
        extract(isodow from next_due_at at time zone time_zone) < 6 as is_weekday, extract(hour from next_due_at at time zone time_zone)::int as hour
       from funnel.courses where email = $1`,
      [email],
    ),
  ).toEqual([{ send_hour: 20, weekdays_only: true, paused_until: day, waits: true, is_weekday: true, hour: 20 }]);
  await expectAccessible(page);
  await button(page, 'End the pause now').click();
  await page.getByText('You get no lessons until the day').waitFor();
  expect(await focusedName(page)).toBe('H3 Pause');
  await button(page, 'Send me the next lesson now').click();
  await page.getByText('It is on its way to your inbox.').waitFor();
  await mailTo(email, /^Lesson 3/);
  await page.reload();
  await page.getByText('That was plenty for one day.').waitFor();
  await page.getByRole('link', { name: 'Your lessons' }).click();
  await page.getByText('3 of 28 lessons').waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

/** Resolves once the results of the typed text have been painted. */
const listShown = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const check = () =>
          requestAnimationFrame(
            document.querySelector('[aria-busy="true"]') ? check : () => void setTimeout(() => resolve()),
          );
        check();
      }),
  );

/** Resolves once the work of earlier letters is done. */
const idle = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => void requestIdleCallback(() => resolve())));

/**
 * Returns the page's CPU time in ms until the results of some work are painted. It does not depend on other load of the
 * machine, but on its speed.
 */
async function cpuTimeOf(page: Page, devtools: CDPSession, work: () => Promise<void>): Promise<number> {
  const total = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
  };
  await idle(page);
  const before = await total();
  await work();
  await listShown(page);
  return (await total()) - before;
}

/** Work of the kind that a letter causes, but always the same: creates rows, shows them, and removes them again. */
const showRows = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const list = document.createElement('ul');
    for (let row = 0; row < 200; row += 1) {
      const item = document.createElement('li');
      item.append(Object.assign(document.createElement('a'), { href: '#', textContent: `Row ${row} of the library` }));
      list.append(item);
    }
    document.body.append(list);
    await new Promise((resolve) => void requestAnimationFrame(() => setTimeout(resolve)));
    list.remove();
  });

/** How many times as much as `showRows` a letter may cost. It usually costs 0.5 to 1.2 times as much. */
const MAX_RATIO = 2;
const ROUNDS = 5;

it('a buyer opens the library, which is loaded only then, and finds pages while typing', async () => {
  const { page, context } = await freshVisitor({ reducedMotion: 'reduce' });
  const early: string[] = [];
  page.on('request', (request) => early.push(request.url()));
  const confirmation = await mailTo((await buyByHttp()).email, /./);
  await follow(page, linkIn(confirmation, '/course'));
  const toLibrary = page.getByRole('link', { name: 'Open the library' });
  await toLibrary.waitFor();
  // Fetched only by those who open it.
  expect(early.filter((url) => url.includes('/api/course/resources'))).toEqual([]);
  await expectAccessible(page);
  await toLibrary.click();
  await page.getByText(/^\d+ pages$/).waitFor();

  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  for (const word of ['meeting', 'design']) {
    const rows: number[] = [];
    const letters: number[][] = [...word].map(() => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      rows.push(await cpuTimeOf(page, devtools, () => showRows(page)));
      await page.getByLabel('Search').fill('');
      await listShown(page);
      for (const [at, letter] of [...word].entries())
        letters[at]?.push(await cpuTimeOf(page, devtools, () => page.keyboard.type(letter)));
    }
    // The minimum of each, because the page's clock of visible time, garbage collection and a busy machine only add to
    // it.
    const unit = Math.min(...rows);
    const ratios = letters.map((times) => Math.min(...times) / unit);
    console.log(
      `The library's search, ${word}: ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')} of ${unit.toFixed(1)} ms of CPU time per letter`,
    );
    expect(Math.min(...ratios)).toBeGreaterThan(0);
    expect(Math.max(...ratios)).toBeLessThanOrEqual(MAX_RATIO);
  }
  await expectAccessible(page);

  await page.getByLabel('Search').fill('standing instructions');
  await page.getByText('1 page', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'About me: standing instructions' }).click();
  await heading(page, 'About me: standing instructions').waitFor();
  await expectAccessible(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, /^Copy/).first().click();
  await page.getByText('Copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('[');
  // Only the page itself is printed.
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('header, footer').filter({ visible: true }).count()).toBe(0);
  expect(await heading(page, 'About me: standing instructions').isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });

  // A reload shows the same page, and Back the list as it was left.
  await page.reload();
  await heading(page, 'About me: standing instructions').waitFor();
  await page.goBack();
  await page.getByText(/^\d+ pages?$/).waitFor();
  await page.goBack();
  await page.getByText('lessons', { exact: false }).first().waitFor();
});

const BAD_LINKS = [
  ['cut short by a mail program', UNKNOWN.slice(0, 20)],
  ['unknown', UNKNOWN],
  ['empty', ''],
] as const;

describe.each(sampleOf(['/course', '/refund-request'], 1))('%s', (path) => {
  it.each(sampleOf(BAD_LINKS, 1))('says what to do when its link is %s', async (_what, token) => {
    const { page } = await freshVisitor();
    await follow(page, siteUrl(`${path}#t=${token}`));
    await page.getByText('This link has ended').waitFor();
    expect([page.url(), await button(page, 'Send me a new link').count()]).toEqual([siteUrl(path), 1]);
  });
});

it('the unsubscribe page is not needed for the one-click unsubscribe of a mail program, which is a form post from another site', async () => {
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const response = await fetch(siteUrl(`/api/unsubscribe/${UNKNOWN}`), {
    method: 'POST',
    body,
    headers: { origin: 'https://mail.example' },
  });
  expect([response.status, await response.json()]).toMatchObject([404, { code: 'link_unknown' }]);
});

describe('pages that are opened by a secret link', () => {
  const PRIVATE = STEPS.filter((step) => step.private).map(({ path }) => path);

  it('include the first step by email', () => {
    expect(PRIVATE).toContain('/first-step');
  });

  it.each(PRIVATE)('%s is not cached and not sent as a referrer', async (path) => {
    const { headers } = await fetch(siteUrl(path));
    expect(['cache-control', 'referrer-policy', 'cross-origin-opener-policy'].map((name) => headers.get(name))).toEqual(
      ['no-store', 'no-referrer', 'same-origin'],
    );
  });

  it('are the only ones with these headers', async () => {
    const { headers } = await fetch(siteUrl('/sales002'));
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      'private, no-cache',
      'strict-origin-when-cross-origin',
    ]);
  });
});
