import { encodeChoices, type Answers } from '@course/funnel';
import { PATH, screenOf, stepOf, type Step, type StepKey } from '@course/test-kit/product-flow';
import type { Page } from 'playwright-core';
import { siteUrl } from './stack.ts';
import { remember } from './visitor-storage.ts';

export const screen = (page: Page, name: string) => page.locator(`[data-screen="${name}"]`);

export const heading = (page: Page, name: string) => page.getByRole('heading', { name });

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

export const arrive = (page: Page, key: StepKey): Promise<void> => screen(page, screenOf(stepOf(key))).waitFor();

/** Opens a path as a deep link and waits until its screen can be used. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(siteUrl(path));
  await interactive(page);
}

/** An address of the site that has its storage, but no screen. */
const WITHOUT_SCREEN = '/runtime-config.json';

/** Stores what a returning visitor's browser has (see `remember`), for one who has not opened a screen yet. */
export async function returning(
  page: Page,
  answers: Answers = {},
  others?: Readonly<Record<string, string>>,
): Promise<void> {
  await page.goto(siteUrl(WITHOUT_SCREEN));
  await remember(page, answers, others);
}

/** Opens a mail's link as a mail program does, in a new document. */
export async function follow(page: Page, link: string): Promise<void> {
  // If only the fragment differed, the browser would stay in the same document.
  if (page.url().split('#')[0] === link.split('#')[0]) await page.goto(siteUrl(WITHOUT_SCREEN));
  await page.goto(link);
  await interactive(page);
}

export const interactive = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.documentElement.dataset['interactive'] === 'true');

export const answer = (page: Page, value: string): Promise<void> =>
  page.locator(`[data-answer="${value}"]`).first().click();

/** Returns whether an answer is exposed to assistive technology as selected, in any way. */
export const isSelected = (page: Page, value: string): Promise<boolean> =>
  page.locator(`[data-answer="${value}"]`).evaluate((element) => {
    const states = '[aria-pressed],[aria-checked],input';
    const control = element.matches(states) ? element : (element.querySelector(states) ?? element);
    return control.matches('[aria-pressed="true"],[aria-checked="true"],:checked');
  });

/** Returns what a visitor chooses at a step: the second option, or the first two of a multiple choice. */
export function choicesAt(step: Step): string[] {
  if (!('asks' in step)) return [];
  const values = step.options.map((option) => option.value);
  return step.kind === 'multi' ? values.slice(0, 2) : [values[1] ?? values[0]!];
}

/** Returns what is stored for a visitor who has answered all questions. */
export const allAnswers = (): Answers =>
  Object.fromEntries(
    PATH.flatMap((step) =>
      'asks' in step ? [[step.asks, step.kind === 'multi' ? encodeChoices(choicesAt(step)) : choicesAt(step)[0]!]] : [],
    ),
  );

/** Does what leads to the next screen. */
async function passStep(page: Page, step: Step): Promise<void> {
  for (const value of choicesAt(step)) await answer(page, value);
  if (step.kind === 'multi') await page.getByRole('button', { name: /^CONTINUE \(2 selected\)$/ }).click();
  else if (!('asks' in step) && step.kind !== 'processing')
    await page.getByRole('button', { name: /^continue$/i }).click();
}

/** Clicks through the quiz from the screen of `first` to that of `last`. */
export async function walkQuiz(page: Page, last: StepKey, first: StepKey = 'q1'): Promise<void> {
  for (const step of PATH.slice(PATH.findIndex(({ key }) => key === first))) {
    await arrive(page, step.key);
    if (step.key === last) return;
    await passStep(page, step);
  }
}

/** Scratches the card in a zigzag over its whole height, which opens the dialog of the discount. */
export async function scratch(page: Page): Promise<void> {
  const box = await page.locator('canvas').first().boundingBox();
  if (!box) throw new Error('there is no scratch card');
  await page.mouse.move(box.x + 4, box.y + 4);
  await page.mouse.down();
  for (let y = 10, right = true; y < box.height; y += 30, right = !right) {
    await page.mouse.move(box.x + (right ? box.width - 4 : 4), box.y + y, { steps: 6 });
  }
  await page.mouse.up();
}

/** Enters address and name, from /email to the scratch card. */
export async function submitLead(page: Page, email: string, name: string): Promise<void> {
  await arrive(page, 'email');
  await page.getByRole('textbox').fill(email);
  await page.getByRole('button', { name: 'GET MY CHALLENGE' }).click();
  await arrive(page, 'name');
  await page.getByRole('textbox').fill(name);
  await page.getByRole('button', { name: /continue/i }).click();
  await arrive(page, 'scratch');
}

/** Walks from /email to the offer: email, name, scratch card, timeline. */
export async function walkLead(page: Page, email: string, name: string): Promise<void> {
  await submitLead(page, email, name);
  await scratch(page);
  await page.getByRole('button', { name: 'CLAIM MY DISCOUNT' }).click();
  await arrive(page, 'timeline');
  await page.getByRole('button', { name: /^continue$/i }).click();
  await arrive(page, 'sales002');
}

/** The requests that create a checkout. */
export const CHECKOUT = '**/api/create-checkout-session';

/** The number of a card that pays. */
export const CARD = '4242 4242 4242 4242';

export interface Payer {
  /** The number of the card. */
  readonly card?: string;
  readonly email?: string;
}

/** Opens the checkout of the current offer. */
export const openCheckout = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Get my plan' }).last().click();

/** Closes the checkout by keyboard, because it grows with its form and a click could miss the moving button. */
export async function closeCheckout(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Fills the card form in the page's only frame and pays. */
export async function pay(page: Page, { card = CARD, email }: Payer = {}): Promise<void> {
  const form = page.frameLocator('iframe');
  await form.getByLabel('Card number').fill(card);
  await form.getByLabel('Expiry').fill('12 / 34');
  await form.getByLabel('CVC').fill('123');
  await form.getByLabel('Name on card').fill('Anna Example');
  if (email) await form.getByLabel('Email').fill(email);
  await form.getByRole('button', { name: /^Pay/ }).click();
}
