import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { violationsBySize } from '../src/axe.ts';
import { freshVisitor, newVisitor, type Visitor } from '../src/browser.ts';
import { buyByHttp } from '../src/by-http.ts';
import { isWhole, sampleOf } from '../src/sample.ts';
import { rows, siteUrl } from '../src/stack.ts';
import { sessionIdOf } from '../src/stored.ts';
import { linkIn, mailTo } from '../src/inbox.ts';
import { FOUR_WEEKS_PRICE } from '../src/prices.ts';
import { arrive, button, closeCheckout, follow, heading, open, openCheckout, pay } from '../src/walk.ts';

const untilPaid = (page: Page) => heading(page, 'Payment Successful!').waitFor();
const form = (page: Page) => page.frameLocator('iframe');

/** Opens the card form with a plan and an address. */
async function openForm(visitor: Visitor, plan: string, email: string): Promise<Visitor> {
  await open(visitor.page, '/sales002');
  await visitor.page.locator(`[data-plan="${plan}"]`).click();
  await openCheckout(visitor.page);
  await form(visitor.page).getByLabel('Email').fill(email);
  return visitor;
}

async function transfer(page: Page, how: 'arrives' | 'fails'): Promise<void> {
  await form(page).getByText('Bank transfer', { exact: true }).click();
  await form(page)
    .getByRole('button', { name: `Transfer that ${how}` })
    .click();
}

describe('the return page', () => {
  const [SLOW, BROKE] = [`slow-${Date.now()}@example.com`, `broke-${Date.now()}@example.com`];
  /** A transfer takes 20 s, during which the other tests of the page run. */
  let transfers: Readonly<Record<'good' | 'bad', Visitor>>;
  beforeAll(async () => {
    const [good, bad] = [
      await openForm(await newVisitor(), '1week', SLOW),
      await openForm(await newVisitor(), '12week', BROKE),
    ];
    await transfer(good.page, 'arrives');
    await transfer(bad.page, 'fails');
    for (const { page } of [good, bad]) {
      await heading(page, 'Your payment is still being processed').waitFor();
      await page.getByText('If your bank declines it, we will write to you').waitFor();
      expect(await page.getByText('Payment Successful!').count()).toBe(0);
    }
    transfers = { good, bad };
  });

  it('claims nothing about a checkout before it has checked with the server, and shows success without a checkout', async () => {
    const { page } = await freshVisitor();
    // No script is loaded, so this is the page as it is served.
    await page.route(/\.m?js(\?|$)/, (route) => route.abort());
    await page.goto(siteUrl('/payment-success?session_id=cs_test_1'));
    await page.getByText('Checking your payment').waitFor();
    expect(await page.getByText('Payment Successful!').isVisible()).toBe(false);
    expect(await page.title()).toMatch(/^Your payment - /);
    await page.goto(siteUrl('/payment-success'));
    await untilPaid(page);
    expect(await page.getByText('Checking your payment').isVisible()).toBe(false);
  });

  it('shows a paid order with plan, price and number, but after Start over or in another browser only offers the link by mail', async () => {
    const email = `once-${Date.now()}@example.com`;
    const { page } = await openForm(await freshVisitor(), '4week', email);
    await pay(page);
    await untilPaid(page);
    const [order] = await rows<{ id: string; number: string }>(
      'select id, number from funnel.orders where email = $1',
      [email],
    );
    for (const fact of ['4-WEEK PLAN', FOUR_WEEKS_PRICE, order!.number])
      await page.getByText(fact, { exact: true }).waitFor();
    const address = page.url();
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
    const other = await freshVisitor();
    for (const tab of [page, other.page]) {
      await tab.goto(address);
      await heading(tab, 'This browser cannot show the payment').waitFor();
      expect(await tab.getByText(/not completed|22\.40|4-WEEK/).count()).toBe(0);
      expect(await tab.getByRole('button', { name: 'Back to my plan' }).count()).toBe(0);
    }
    expect(await violationsBySize(page)).toEqual([]);
    for (const [tab, typed] of [
      [page, email],
      [other.page, 'nobody-known@example.com'],
    ] as const) {
      await tab.getByLabel('Your email').fill(typed);
      await tab.getByRole('button', { name: 'Send me a new link' }).click();
      await heading(tab, 'Check your inbox').waitFor();
    }
    await expect
      .poll(() => rows(`select 1 from funnel.deliveries where order_id = $1 and kind = 'course_link'`, [order!.id]))
      .toHaveLength(1);
  });

  it('says at once that an open checkout was not paid, and leads back to its plan', async () => {
    const { page } = await openForm(await freshVisitor(), '12week', 'undecided@example.com');
    const [open] = await rows<{ id: string }>(
      'select provider_session_id as id from funnel.checkouts where session_id = $1',
      [await sessionIdOf(page)],
    );
    const [headings, titles] = [new Set<string>(), new Set<string>()];
    await page.exposeFunction('note', (heading: string, title: string) => headings.add(heading) && titles.add(title));
    await page.addInitScript(() =>
      new MutationObserver(() =>
        (window as unknown as { note: (heading: string, title: string) => void }).note(
          document.querySelector('h1')?.textContent ?? '',
          document.title,
        ),
      ).observe(document, { subtree: true, childList: true, characterData: true }),
    );
    await page.goto(siteUrl(`/payment-success?session_id=${open!.id}`));
    await heading(page, 'Your payment was not completed').waitFor();
    expect([...headings].filter((text) => text.includes('processed'))).toEqual([]);
    // The served page's heading is hidden, its title is not.
    expect([...titles].filter((text) => text.includes('Successful'))).toEqual([]);
    await page.getByRole('button', { name: 'Back to my plan' }).click();
    await expect.poll(() => page.locator('[data-plan="12week"]').getAttribute('aria-checked')).toBe('true');
  });

  it('shows where the emails go, and lets the visitor correct a mistyped address', async () => {
    const name = `jane-${Date.now()}`;
    const [wrong, right] = [`${name}@gmial.com`, `${name}@gmail.com`];
    const { page, complaints } = await openForm(await freshVisitor(), '4week', wrong);
    await pay(page);
    await untilPaid(page);
    await page.getByText('Your emails go to j•••@g•••.com').waitFor();
    expect(await page.content()).not.toContain(wrong);
    await page.getByRole('button', { name: 'Not your address?' }).click();
    const field = page.getByLabel('The address that you meant');
    await expect.poll(() => field.evaluate((box) => box === document.activeElement)).toBe(true);
    await field.fill('no address');
    await page.getByRole('button', { name: 'Send my emails there' }).click();
    expect(await field.evaluate((box: HTMLInputElement) => box.validity.typeMismatch)).toBe(true);
    await field.fill(wrong);
    await page.getByRole('button', { name: /Did you mean/ }).click();
    expect(await field.inputValue()).toBe(right);
    expect(await violationsBySize(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send my emails there' }).click();
    await page.getByText('A new confirmation is on its way.').waitFor();
    const orders = await rows<{ id: string }>(
      'select o.id from funnel.orders o join funnel.courses c on c.order_id = o.id where o.email = $1 and c.email = $1',
      [right],
    );
    expect(orders).toHaveLength(1);
    expect(
      await rows(`select 1 as one from funnel.deliveries where order_id = $1 and kind = 'confirmation'`, [
        orders[0]!.id,
      ]),
    ).toHaveLength(2);
    await page.reload();
    await page.getByRole('button', { name: 'Not your address?' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('follows a bank transfer until it arrives, or leads back to the same plan when it fails', async () => {
    const { good, bad } = transfers;
    await heading(bad.page, 'Your payment was not completed').waitFor();
    await bad.page.getByRole('button', { name: 'Back to my plan' }).click();
    await expect.poll(() => bad.page.locator('[data-plan="12week"]').getAttribute('aria-checked')).toBe('true');
    await heading(good.page, 'Payment Successful!').waitFor();
    expect(await rows('select plan, status from funnel.orders where email in ($1, $2)', [SLOW, BROKE])).toEqual([
      { plan: '1week', status: 'paid' },
    ]);
    const offer = linkIn(await mailTo(BROKE, /payment not made/i), '/sales002');
    await bad.page.goto(offer);
    await expect.poll(() => bad.page.locator('[data-plan="12week"]').getAttribute('aria-checked')).toBe('true');
    for (const { context } of [good, bad]) await context.close();
  });
});

it('a second order within a day is reported to its buyer by mail, and can be undone there with a confirmation', async () => {
  const email = `double-${Date.now()}@example.com`;
  await buyByHttp(email);
  // The payer may be somebody else, so the page does not mention the other order.
  const buyer = await openForm(await freshVisitor(), '1week', email);
  await pay(buyer.page);
  await untilPaid(buyer.page);
  expect(await buyer.page.getByText(/second|twice/i).count()).toBe(0);
  const link = linkIn(await mailTo(email, /second order/i), '/second-order');
  const { page, complaints } = await freshVisitor();
  await follow(page, link);
  const [second] = await rows<{ id: string; number: string }>(
    `select id, number from funnel.orders where email = $1 and plan = '1week'`,
    [email],
  );
  const orderStates = async () =>
    (
      await rows<{ plan: string; status: string }>(
        'select plan, status from funnel.orders where email = $1 order by plan',
        [email],
      )
    ).map(({ plan, status }) => `${plan} ${status}`);
  await page.getByText(second!.number, { exact: true }).waitFor();
  expect(page.url()).toBe(siteUrl('/second-order'));
  expect(await violationsBySize(page)).toEqual([]);
  await button(page, 'Undo this order').click();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe(`Undo order ${second!.number}?`);
  expect(await violationsBySize(page)).toEqual([]);
  await button(page, 'No, keep both orders').click();
  await heading(page, 'Nothing was changed.').waitFor();
  expect(await orderStates()).toEqual(['1week paid', '4week paid']);
  await button(page, 'Undo this order').click();
  await button(page, 'Yes, undo and refund').click();
  await heading(page, 'The order is undone').waitFor();
  expect(await violationsBySize(page)).toEqual([]);
  await expect.poll(orderStates).toEqual(['1week refunded', '4week paid']);
  expect(await mailTo(email, /7\.76|refund/i)).toContain(second!.number);
  await follow(page, link);
  await heading(page, 'The order is undone').waitFor();
  expect(await button(page, 'Undo this order').count()).toBe(0);
  expect(complaints).toEqual([]);
});

it.each(sampleOf(['a@b', 'x@y.z', 'anna@localhost'], 1))(
  'an address like %s is not prefilled in the card form, and the one typed there gets order and lessons',
  async (inFunnel) => {
    const { page } = await freshVisitor();
    await open(page, '/email');
    await page.getByRole('textbox').fill(inFunnel);
    await page.getByRole('button', { name: 'GET MY CHALLENGE' }).click();
    await arrive(page, 'name');
    await open(page, '/sales002');
    await openCheckout(page);
    const typed = `typed-${Date.now()}@example.com`;
    await pay(page, { email: typed });
    await untilPaid(page);
    expect(
      await rows(
        'select o.email as order, c.email as course, o.funnel_email, o.form_email from funnel.orders o join funnel.courses c on c.order_id = o.id where o.email = $1',
        [typed],
      ),
    ).toEqual([{ order: typed, course: typed, funnel_email: inFunnel, form_email: typed }]);
  },
);

it('the card form charges exactly the price that the plan shows', async () => {
  const { page } = await freshVisitor();
  await open(page, '/sales002');
  for (const plan of ['1week', '4week', '12week']) {
    const card = page.locator(`[data-plan="${plan}"]`);
    await card.click();
    const price = await card.locator('strong').innerText();
    expect(price).toMatch(/^\$\d+\.\d\d$/);
    await openCheckout(page);
    await form(page)
      .getByRole('button', { name: `Pay ${price}`, exact: true })
      .waitFor();
    await closeCheckout(page);
  }
});

/** Returns the page's numbers of objects and its heap size after a garbage collection. */
async function measureMemory(
  page: Page,
): Promise<{ nodes: number; listeners: number; frames: number; heapKb: number }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  for (let round = 0; round < 3; round += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  await cdp.detach();
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? NaN;
  return {
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    frames: of('Frames'),
    heapKb: Math.round(of('JSHeapUsedSize') / 1024),
  };
}

const ROUNDS = isWhole ? 100 : 5;
/** Rounds after which everything that is loaded only once has been loaded. At least two are measured after them. */
const WARM_UP_ROUNDS = 3;

it(
  `a checkout that is opened and closed ${ROUNDS} times leaves one checkout, one live form and no leaked memory`,
  { timeout: 180_000 + ROUNDS * 3_000 },
  async () => {
    const { page, complaints } = await freshVisitor();
    await open(page, '/sales002');
    const rounds = async (count: number): Promise<void> => {
      for (let round = 0; round < count; round += 1) {
        await openCheckout(page);
        await page.getByRole('dialog').waitFor();
        // Every second time it is closed before its form has loaded, because the provider's component is known to leak
        // then.
        if (round % 2 === 0) await form(page).getByLabel('Card number').waitFor();
        expect(await page.locator('iframe').count()).toBeLessThanOrEqual(1);
        await closeCheckout(page);
        await expect.poll(() => page.locator('iframe').count()).toBe(0);
      }
    };
    await rounds(WARM_UP_ROUNDS);
    const before = await measureMemory(page);
    const measuredRounds = ROUNDS - WARM_UP_ROUNDS;
    await rounds(measuredRounds);
    const after = await measureMemory(page);
    expect({ ...after, heapKb: 0, nodes: 0, listeners: 0 }).toEqual({ ...before, heapKb: 0, nodes: 0, listeners: 0 });
    // A leaked form or dialog is dozens of nodes.
    expect(after.nodes - before.nodes).toBeLessThan(10 + measuredRounds);
    expect(after.listeners - before.listeners).toBeLessThan(5 + measuredRounds / 3);
    // 22 KB a round, and what the engine itself retains.
    expect(after.heapKb - before.heapKb).toBeLessThan(1_000 + measuredRounds * 22);
    expect(await rows('select status from funnel.checkouts where session_id = $1', [await sessionIdOf(page)])).toEqual([
      { status: 'open' },
    ]);
    await openCheckout(page);
    await form(page).getByLabel('Card number').waitFor();
    expect(await page.locator('iframe').count()).toBe(1);
    expect(complaints).toEqual([]);
  },
);
