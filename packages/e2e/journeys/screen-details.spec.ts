import { randomBytes } from 'node:crypto';
import { findPlan, formatUsd } from '@course/funnel';
import { PROFILE_COPY, READINESS_COPY, RESUME_COPY } from 'mf-quiz/flow';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshVisitor, newVisitor, MOVING, type Visitor } from '../src/browser.ts';
import { freeze, holdAnimationsAt } from '../src/clock.ts';
import { sampleOf } from '../src/sample.ts';
import { savedAnswers, sessionIdOf } from '../src/stored.ts';
import { remember } from '../src/visitor-storage.ts';
import { answer, arrive, CHECKOUT, isSelected, open, openCheckout, screen } from '../src/walk.ts';

const fourWeeks = findPlan('4week')!;

/** Polls often enough for what the test's clock moves. */
const soon = { interval: 10 };

/** Returns the session requests of a first load until one is created. */
async function callsUntilCreated(page: Page): Promise<string[]> {
  const calls: string[] = [];
  const record = (request: Request) => {
    if (request.url().includes('/api/sessions'))
      calls.push(`${request.method()} ${new URL(request.url()).pathname.replace(/session_.*/, '<id>')}`);
  };
  page.on('request', record);
  const created = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/sessions'),
  );
  await open(page, '/q1');
  expect((await created).status()).toBe(201);
  page.off('request', record);
  return calls;
}

let visitor: Visitor;
let page: Page;
let callsOfFirstVisit: string[];
beforeAll(async () => {
  visitor = await newVisitor(MOVING);
  page = visitor.page;
  await page.clock.install();
  callsOfFirstVisit = await callsUntilCreated(page);
});

/** Opens a screen with the shared visitor, on a clock that only the test advances. */
async function openFrozen(path: string): Promise<void> {
  await page.clock.resume();
  await open(page, path);
  await freeze(page);
}

const savedAnswer = async (key: string): Promise<string | undefined> =>
  (await savedAnswers(await sessionIdOf(page)))[key];

describe('a single-choice question', () => {
  it('highlights the answer at once and continues after 300 ms, not before', async () => {
    await openFrozen('/q3');
    const appearance = () =>
      page
        .locator('[data-answer="often"]')
        .evaluate((card) => getComputedStyle(card).backgroundColor + getComputedStyle(card).boxShadow);
    const before = await appearance();
    await answer(page, 'often');
    await expect.poll(() => isSelected(page, 'often'), soon).toBe(true);
    await page.clock.runFor(299);
    expect(new URL(page.url()).pathname).toBe('/q3');
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))),
    );
    await page.mouse.move(1, 1);
    await expect.poll(appearance, soon).not.toBe(before);
    await page.clock.runFor(1);
    await arrive(page, 'q4');
  });

  it('prerenders the next question before the pause ends', async () => {
    await openFrozen('/q4');
    await answer(page, 'not-comfortable');
    const next = page.locator('[data-screen="q5"]');
    await next.waitFor({ state: 'attached' });
    expect([await next.isVisible(), await page.getByRole('heading', { level: 1 }).count()]).toEqual([false, 1]);
    await page.clock.runFor(300);
    await arrive(page, 'q5');
    await expect.poll(() => page.locator('main').count(), soon).toBe(1);
  });
});

describe('/profile', () => {
  it('shows its rows at 300, 600, 900 and 1200 ms', async () => {
    await openFrozen('/profile');
    const visible = async () => {
      const found = await Promise.all(
        PROFILE_COPY.rows.map(({ label }) => page.getByText(label, { exact: true }).isVisible()),
      );
      return found.filter(Boolean).length;
    };
    for (const [ms, count] of [
      [299, 0],
      [301, 1],
      [599, 1],
      [601, 2],
      [899, 2],
      [901, 3],
      [1199, 3],
      [1201, 4],
    ] as const) {
      await holdAnimationsAt(page, ms);
      expect([ms, await visible()]).toEqual([ms, count]);
    }
    const text = await page.locator('main').innerText();
    for (const { label, value } of PROFILE_COPY.rows) expect(text).toMatch(new RegExp(`${label}\\s+${value}`));
  });
});

describe('/readiness', () => {
  it('raises its bars one after the other, 0.5 s apart', async () => {
    await openFrozen('/readiness');
    const raised = () =>
      page
        .locator('main ol svg rect:last-child')
        .evaluateAll((bars) => bars.filter((bar) => bar.getBoundingClientRect().height > 0).length);
    const labelled = async () => {
      const found = await Promise.all(
        READINESS_COPY.weeks.map(({ percent }) => page.getByText(`${percent}%`, { exact: true }).isVisible()),
      );
      return found.filter(Boolean).length;
    };
    for (const [ms, count] of [
      [499, 0],
      [520, 1],
      [999, 1],
      [1_020, 2],
      [1_499, 2],
      [1_520, 3],
      [1_999, 3],
      [2_020, 4],
    ] as const) {
      await holdAnimationsAt(page, ms);
      expect([ms, await raised(), await labelled()]).toEqual([ms, count, count]);
    }
  });
});

describe('the scratch card', () => {
  let scratcher: Visitor;
  beforeAll(async () => {
    scratcher = await newVisitor({ ...MOVING, deviceScaleFactor: 2 });
    await scratcher.page.clock.install();
    await open(scratcher.page, '/scratch');
    await freeze(scratcher.page);
  });
  afterAll(() => scratcher.context.close());

  const canvas = () => scratcher.page.locator('canvas');
  const box = async () => (await canvas().boundingBox())!;
  const hint = () => scratcher.page.locator('[data-hint="finger"]');
  const dialogs = () => scratcher.page.getByRole('dialog').count();

  /** Returns the cover's opacity, 0 to 255, at points in CSS pixels from its corner. */
  const alphaAt = (points: readonly (readonly [number, number])[]) =>
    canvas().evaluate((element, positions) => {
      const cover = element as HTMLCanvasElement;
      const scale = cover.width / cover.clientWidth;
      return positions.map(
        ([x, y]) => cover.getContext('2d')!.getImageData(Math.floor(x * scale), Math.floor(y * scale), 1, 1).data[3]!,
      );
    }, points);
  const clearedShare = () =>
    canvas().evaluate((element) => {
      const cover = element as HTMLCanvasElement;
      const { data } = cover.getContext('2d')!.getImageData(0, 0, cover.width, cover.height);
      let cleared = 0;
      for (let index = 3; index < data.length; index += 4) if (data[index]! < 128) cleared += 1;
      return cleared / (data.length / 4);
    });
  const around = ([x, y]: readonly [number, number], radius: number) =>
    Array.from(
      { length: 16 },
      (_, turn) => [x + radius * Math.cos((turn * Math.PI) / 8), y + radius * Math.sin((turn * Math.PI) / 8)] as const,
    );

  /** Scratches a horizontal line across the whole card, `y` CSS pixels below its upper edge. */
  const scratchLine = async (y: number) => {
    const { x, y: top, width } = await box();
    const { mouse } = scratcher.page;
    await mouse.move(x + 5, top + y);
    await mouse.down();
    await mouse.move(x - 40, top + y);
    await mouse.move(x + width + 40, top + y, { steps: 4 });
    await mouse.up();
    await scratcher.page.clock.runFor(500);
  };

  it('is only scratched while pressed', async () => {
    const { x, y } = await box();
    await scratcher.page.mouse.move(x + 60, y + 60);
    await scratcher.page.mouse.move(x + 200, y + 120, { steps: 5 });
    expect(await clearedShare()).toBe(0);
    expect(await hint().isVisible()).toBe(true);
  });

  it('loses its hint finger and a circle of cover with a radius of 25 px on the first scratch', async () => {
    const { x, y } = await box();
    const dab = [100, 60] as const;
    await scratcher.page.mouse.move(x + dab[0], y + dab[1]);
    await scratcher.page.mouse.down();
    await expect.poll(() => hint().count(), soon).toBe(0);
    await scratcher.page.mouse.up();
    expect(await alphaAt([dab, ...around(dab, 24)])).toEqual(Array(17).fill(0));
    expect(await alphaAt(around(dab, 26))).toEqual(Array(16).fill(255));
    await scratcher.page.mouse.move(x + 200, y + 60, { steps: 5 });
    expect(await alphaAt([[200, 60]])).toEqual([255]);
  });

  it('opens the dialog once half of it is cleared, not before, and only once', async () => {
    await scratchLine(25);
    await scratchLine(70);
    await scratchLine(115);
    expect(await clearedShare()).toBeGreaterThan(0.48);
    expect(await clearedShare()).toBeLessThan(0.5);
    expect(await dialogs()).toBe(0);
    await scratchLine(121);
    await scratcher.page.getByRole('dialog').getByText('Woo hoo!').waitFor();
    expect(await clearedShare()).toBeLessThan(0.52);
    const text = await scratcher.page.getByRole('dialog').innerText();
    expect(text).toContain('You won a promo code with 50% off');
    expect(text).toContain('It will be applied automatically');
    await scratcher.page.keyboard.press('Escape');
    await scratcher.page.clock.runFor(1_000);
    await expect.poll(dialogs, soon).toBe(0);
    await scratchLine(150);
    await scratchLine(200);
    await scratcher.page.clock.runFor(1_000);
    expect(await dialogs()).toBe(0);
    await scratcher.page.getByRole('button', { name: 'CLAIM MY DISCOUNT' }).click();
    await arrive(scratcher.page, 'timeline');
    expect(scratcher.complaints).toEqual([]);
  });
});

describe('the offer', () => {
  const card = (which: string) => page.locator(`[data-card="${which}"] dd`).innerText();

  it('of /sales always shows Grow wealth and Vacation, and scrolls to its prices from the header', async () => {
    await remember(page, { q19: '["travel-world","buy-house"]', q15: '["design"]' });
    await openFrozen('/sales');
    expect([await card('goal'), await card('target')]).toEqual(['Grow wealth', 'Vacation']);
    const price = page.getByText(formatUsd(fourWeeks.discountedCents)).first();
    const inSight = () =>
      price.evaluate(
        (element) => element.getBoundingClientRect().top < innerHeight && element.getBoundingClientRect().top > 0,
      );
    expect(await inSight()).toBe(false);
    await page
      .getByRole('button', { name: 'Get my plan' })
      .or(page.getByRole('link', { name: 'Get my plan' }))
      .first()
      .click();
    await expect.poll(inSight, soon).toBe(true);
  });
});

describe('a notice', () => {
  const TEXT = 'Failed to create checkout session. Please try again.';
  const toasts = () => page.locator('.notice').count();
  const fail = async () => {
    const earlier = await page.locator('.notice').elementHandles();
    await openCheckout(page);
    // The new notice has the same text.
    await Promise.all(earlier.map((notice) => notice.waitForElementState('hidden')));
    await page.locator('.notice').getByText(TEXT, { exact: true }).waitFor();
  };
  const swipe = async (px: number) => {
    const box = (await page.locator('.notice').boundingBox())!;
    const [x, y] = [box.x + 30, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + px, y, { steps: 8 });
    await page.mouse.up();
  };
  beforeAll(async () => {
    await page.route(CHECKOUT, (route) =>
      route.fulfill({ status: 502, contentType: 'text/plain', body: 'the provider is away' }),
    );
    await openFrozen('/sales002');
  });
  afterAll(() => page.unroute(CHECKOUT));

  it('appears only once at a time, disappears after 5 s, and is logged with status and response', async () => {
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await fail();
    await page.clock.runFor(3_000);
    await fail();
    await page.clock.runFor(4_999);
    expect(await toasts()).toBe(1);
    await page.clock.runFor(1);
    await expect.poll(toasts, soon).toBe(0);
    expect(logged.join('\n')).toContain('502: the provider is away');
  });

  it('disappears when it is swiped right by 50 px, and stays for less', async () => {
    await fail();
    await swipe(45);
    expect(await toasts()).toBe(1);
    await swipe(60);
    await expect.poll(toasts, soon).toBe(0);
  });

  it('gets the focus with F8', async () => {
    await fail();
    await page.keyboard.press('F8');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role="region"]') !== null), soon)
      .toBe(true);
  });
});

describe('the session', () => {
  it('of a first visit is created at once', () => {
    expect(callsOfFirstVisit).toEqual(['POST /api/sessions']);
  });

  it('of a visitor who comes back is created when it is not found', async () => {
    const { page: fresh } = await freshVisitor();
    // As on a device whose session no longer exists on the server.
    await fresh.addInitScript(
      (id) => {
        for (const key of ['session_id', 'session_confirmed'])
          localStorage.setItem(key, JSON.stringify({ version: 1, value: id }));
      },
      `session_${Date.now()}_${randomBytes(18).toString('base64url')}`,
    );
    expect(await callsUntilCreated(fresh)).toEqual(['GET /api/sessions/<id>', 'POST /api/sessions']);
  });
});

describe('the entry screens', () => {
  it.each(sampleOf(['Start My 2-Minute AI Quiz', 'Get My Plan Now'], 1))(
    'save yes or no on /, and landing-home on %s of /home',
    async (name) => {
      await openFrozen('/');
      await answer(page, 'yes');
      await arrive(page, 'q1');
      await expect.poll(() => savedAnswer('start')).toBe('yes');
      await openFrozen('/home');
      await page.getByRole('button', { name, exact: true }).click();
      await arrive(page, 'q1');
      await expect.poll(() => savedAnswer('start')).toBe('landing-home');
      await openFrozen('/');
      await answer(page, 'no');
      await arrive(page, 'q1');
      await expect.poll(() => savedAnswer('start')).toBe('no');
    },
  );

  it('/old001 opens with a welcome dialog that links to the policies, and saves the gender', async () => {
    await openFrozen('/old001');
    const welcome = page.getByRole('dialog');
    await welcome.getByText('Ready to take the quiz to build your AI personal plan?').waitFor();
    expect(await welcome.innerText()).toContain(
      'Answer 20 quick questions to create your personalized AI learning roadmap',
    );
    const links = await welcome.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(['/terms', '/privacy', '/subscription']);
    await welcome.getByRole('button', { name: 'Continue' }).click();
    await page.clock.runFor(1_000);
    await expect.poll(() => page.getByRole('dialog').count(), soon).toBe(0);
    await answer(page, 'female');
    await arrive(page, 'q1');
    await expect.poll(() => savedAnswer('gender')).toBe('female');
  });

  it('offer a returning visitor to continue where they left off', async () => {
    await remember(page, { q1: '25-34', q2: 'become-boss', q3: 'often' }, { furthest_step: 'q4' });
    await openFrozen('/');
    await page.getByRole('link', { name: RESUME_COPY }).click();
    await screen(page, 'q4').waitFor();
  });
});

it('the browser logged no errors except those of failures that were staged', () => {
  expect(visitor.complaints.filter((complaint) => !complaint.includes('502'))).toEqual([]);
});
