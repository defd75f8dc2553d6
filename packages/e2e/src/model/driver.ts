import { pathOf, screenOf, type Step } from '@course/test-kit/product-flow';
import type { BrowserContext, Page } from 'playwright-core';
import { open, screen } from '../walk.ts';
import { siteUrl } from '../stack.ts';
import { describeAction, type Action, type Walk } from './action.ts';
import {
  canMove,
  choose,
  goTo,
  currentStep,
  isWalked,
  linkTarget,
  load,
  nextPath,
  shown,
  startAt,
  storeChoice,
  type Model,
} from './reference.ts';

export interface Walker {
  readonly page: Page;
  readonly context: BrowserContext;
}

/** Walks in the browser and in the model, and compares them after each step. Returns the final model. */
export async function walk(walker: Walker, { start, actions }: Walk): Promise<Model> {
  const model = startAt(start);
  const trace = [`open ${currentStep(model).path}`];
  try {
    await open(walker.page, currentStep(model).path);
    await compare(walker.page, model);
    for (const action of actions) {
      trace.push(`${describeAction(action)} on ${currentStep(model).path}`);
      await act(walker, model, action);
      await compare(walker.page, model);
    }
    await setOnline(walker, model, true);
    await untilSent(walker.page);
    return model;
  } catch (error) {
    throw new Error(
      `After ${trace.join(', ')}: expected ${currentStep(model).path} with ${JSON.stringify(shown(model))}. ${await describePage(walker.page)}`,
      { cause: error },
    );
  }
}

async function act(walker: Walker, model: Model, action: Action): Promise<void> {
  const { page } = walker;
  switch (action.type) {
    case 'answer':
      return answer(page, model, action.pick);
    case 'change':
      if (model.online && canMove(model, -1)) await move(page, model, -1);
      await compare(page, model);
      return answer(page, model, action.pick + 1);
    case 'arrow':
      return arrow(page, model);
    case 'back':
      return canMove(model, -1) ? move(page, model, -1) : undefined;
    case 'forward':
      return canMove(model, 1) ? move(page, model, 1) : undefined;
    case 'reload':
      return model.online ? reload(page) : undefined;
    case 'deep-link':
      return model.online ? follow(page, model, linkTarget(model, action.pick)) : undefined;
    case 'offline':
      return model.hasActed ? setOnline(walker, model, false) : undefined;
    case 'online':
      return setOnline(walker, model, true);
    default:
      return action satisfies never;
  }
}

async function answer(page: Page, model: Model, pick: number): Promise<void> {
  const step = currentStep(model);
  if (!isWalked(step)) return;
  model.hasActed = true;
  if (step.kind === 'email' || step.kind === 'name') return fill(page, model, step.kind, pick);
  let canContinue = true;
  if ('asks' in step) {
    const { value } = choose(step.options, pick);
    canContinue = storeChoice(model, step, value);
    await page.locator(`[data-answer="${value}"]`).first().click();
  }
  if (!canContinue) return;
  if (step.kind === 'multi' || !('asks' in step)) await page.getByRole('button', { name: /^continue/i }).click();
  goTo(model, nextPath(step));
}

async function fill(page: Page, model: Model, kind: 'email' | 'name', pick: number): Promise<void> {
  const step = currentStep(model);
  const value = kind === 'email' ? `walker${pick}@example.com` : `Walker ${pick}`;
  model[kind] = value;
  await page.getByRole('textbox').fill(value);
  await page.locator('form button[type="submit"]').click();
  goTo(model, nextPath(step));
}

/**
 * Skips the arrow of the profile, which leads to a screen that continues by itself and is tested by another journey.
 */
async function arrow(page: Page, model: Model): Promise<void> {
  const { back, kind } = currentStep(model);
  if (!back || back === 'processing' || !isWalked(currentStep(model)) || kind === 'profile') return;
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  goTo(model, pathOf(back));
}

async function move(page: Page, model: Model, by: -1 | 1): Promise<void> {
  if (by === -1) await page.goBack({ waitUntil: 'commit' });
  else await page.goForward({ waitUntil: 'commit' });
  model.at += by;
}

async function reload(page: Page): Promise<void> {
  await page.reload({ waitUntil: 'commit' });
}

async function follow(page: Page, model: Model, { path }: Step): Promise<void> {
  await page.goto(siteUrl(path), { waitUntil: 'commit' });
  load(model, path);
}

async function setOnline({ context }: Walker, model: Model, online: boolean): Promise<void> {
  await context.setOffline(!online);
  model.online = online;
}

interface Expected {
  readonly path: string;
  readonly name: string;
  readonly shown: readonly string[];
  readonly field: boolean;
}

/** Waits until the browser shows what the model says: address, screen, and what is selected or typed. */
async function compare(page: Page, model: Model): Promise<void> {
  const step = currentStep(model);
  if (step.kind === 'gender' && !model.welcomed) {
    await closeWelcome(page);
    model.welcomed = true;
  }
  const field = step.kind === 'email' || step.kind === 'name';
  await screen(page, screenOf(step)).waitFor();
  await page.waitForFunction(agrees, { path: step.path, name: screenOf(step), shown: shown(model), field });
}

function agrees({ path, name, shown: expected, field }: Expected): boolean {
  const chosen = field
    ? [...document.querySelectorAll('form input')].map((input) => (input as HTMLInputElement).value)
    : [...document.querySelectorAll<HTMLElement>('[data-answer]:is([aria-pressed="true"],:checked)')]
        .map((control) => control.dataset['answer'] ?? '')
        .sort();
  const interactive = document.documentElement.dataset['interactive'] === 'true';
  const currentScreen = document.querySelector<HTMLElement>('[data-screen]')?.dataset['screen'];
  return (
    interactive &&
    location.pathname === path &&
    currentScreen === name &&
    JSON.stringify(chosen) === JSON.stringify(expected)
  );
}

async function closeWelcome(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

const untilSent = (page: Page): Promise<unknown> => page.waitForFunction(() => localStorage.getItem('outbox') === null);

const describePage = (page: Page): Promise<string> =>
  page
    .evaluate(() => {
      const chosen = [...document.querySelectorAll('[data-answer]:is([aria-pressed="true"],:checked)')].map((control) =>
        control.getAttribute('data-answer'),
      );
      return `Found ${location.pathname}, ${document.querySelector('[data-screen]')?.getAttribute('data-screen')} with ${JSON.stringify(chosen)}, stored ${JSON.stringify({ ...localStorage })}`;
    })
    .catch((error: unknown) => `The page does not respond: ${String(error)}`);
