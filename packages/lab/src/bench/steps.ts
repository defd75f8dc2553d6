import type { Page } from 'playwright-core';
import type { PageMetrics, Tap } from './page-metrics.ts';
import { median, percentile } from './percentile.ts';
import type { SlowPage } from './slow-phone.ts';

/** How to answer a quiz. */
export interface Quiz {
  readonly path: string;
  /** CSS selector of the current answers. */
  readonly option: string;
  /** CSS selector of the element whose text changes from question to question. */
  readonly question: string;
  /** Label of the button of screens without a question. */
  readonly onward?: string;
  /** How long an answer stays visible before the next question, by design. */
  readonly pauseMs: number;
}

/** Medians over the steps of one visit, in ms, without the quiz's own pause. */
export interface StepTimes {
  readonly painted: number;
  readonly settled: number;
  /** Time from the end of the animation (from the first paint if there is none) until the question stands still. */
  readonly afterAnimation: number;
  readonly inpP75: number;
  /** Files requested between a tap and the next question's first paint, in total. */
  readonly filesInBetween: number;
}

const THINK_MS = 350;

/** Events under 16 ms are not reported and count as 8 ms. */
const UNREPORTED_MS = 8;

const tapsOf = (page: Page): Promise<readonly Tap[]> => page.evaluate(() => window.pageMetrics?.taps ?? []);

/** Taps the second answer and waits for the next question to stand still. */
const step = async ({ page, traffic }: SlowPage, { option }: Quiz): Promise<{ tap: Tap; files: number }> => {
  const at = (await tapsOf(page)).length;
  const before = traffic.files;
  await page.locator(option).nth(1).tap();
  await page.waitForFunction((index) => window.pageMetrics?.taps[index]?.painted !== undefined, at, { polling: 'raf' });
  const files = traffic.files - before;
  await page.waitForFunction((index) => window.pageMetrics?.taps[index]?.settled !== undefined, at);
  await page.waitForTimeout(THINK_MS);
  return { tap: (await tapsOf(page))[at] ?? {}, files };
};

const passInterstitials = async ({ page }: SlowPage, { option, onward }: Quiz): Promise<void> => {
  while (onward && (await page.locator(option).count()) === 0) {
    await page.getByRole('button', { name: onward, exact: true }).tap();
    await page.waitForTimeout(THINK_MS);
  }
};

/** Answers `count` questions. */
export const walkSteps = async (slow: SlowPage, quiz: Quiz, count: number): Promise<StepTimes> => {
  const known = Object.keys((await metricsOf(slow.page)).interactions);
  const steps: { tap: Tap; files: number }[] = [];
  while (steps.length < count) {
    await passInterstitials(slow, quiz);
    steps.push(await step(slow, quiz));
  }
  const { interactions } = await metricsOf(slow.page);
  const inputs = Object.entries(interactions)
    .filter(([id]) => !known.includes(id))
    .map(([, duration]) => duration);
  while (inputs.length < count) inputs.push(UNREPORTED_MS);
  const taps = steps.map(({ tap: { painted = Number.NaN, settled = Number.NaN, animated = painted } }) => ({
    painted,
    settled,
    animated,
  }));
  return {
    painted: median(taps.map(({ painted }) => painted)) - quiz.pauseMs,
    settled: median(taps.map(({ settled }) => settled)) - quiz.pauseMs,
    afterAnimation: median(taps.map(({ settled, animated }) => Math.max(0, settled - animated))),
    inpP75: percentile(inputs, 0.75),
    filesInBetween: steps.reduce((sum, { files }) => sum + files, 0),
  };
};

const metricsOf = (page: Page): Promise<Pick<PageMetrics, 'interactions'>> =>
  page.evaluate(() => ({ interactions: window.pageMetrics?.interactions ?? {} }));
