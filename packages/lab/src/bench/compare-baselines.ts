import { launchChromium } from '@course/test-kit/browser/chromium';
import { seededRandom } from '@course/test-kit/seeded-random';
import type { Browser } from 'playwright-core';
import type { Measurement } from './measurement.ts';
import { median } from './percentile.ts';
import { coldLoad, onSlowPhone, type ColdLoad } from './slow-phone.ts';
import { walkSteps, type Quiz, type StepTimes } from './steps.ts';
import type { Baselines } from './baselines.ts';

/** First paints of the same page vary by half between loads. */
const ROUNDS = 12;
const STEPS = 8;
const ENTRIES = ['/', '/home', '/old001', '/q1'] as const;
const BASELINE: Omit<Quiz, 'path'> = { option: '.opt', question: '.title', pauseMs: 0 };
/** Eight questions follow from here, with one screen in between. */
const OURS: Omit<Quiz, 'path'> = { option: '[data-answer]', question: 'h1', onward: 'CONTINUE', pauseMs: 300 };

/** One page's figures by round, comparable with those of other pages in the same round. */
interface Rounds {
  readonly load: ColdLoad[];
  readonly steps: StepTimes[];
}

const visit = async (browser: Browser, quiz: Quiz, rounds: Rounds, steps: number): Promise<void> => {
  await onSlowPhone(browser, quiz.path, quiz.question, async (slow) => {
    rounds.load.push(await coldLoad(slow));
    if (steps > 0) rounds.steps.push(await walkSteps(slow, quiz, steps));
  });
};

/** Returns the median of the rounds' ratios. Other load on the machine affects both sides of a pair. */
const ratio = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));

const figures = (name: string, { load }: Rounds): readonly Measurement[] => [
  { name: `${name}: over the wire until quiet`, value: median(load.map(({ bytes }) => bytes)) / 1024, unit: 'KB' },
  { name: `${name}: FCP`, value: median(load.map(({ fcp }) => fcp)), unit: 'ms' },
  { name: `${name}: LCP`, value: median(load.map(({ lcp }) => lcp)), unit: 'ms' },
];

const stepFigures = (name: string, { steps }: Rounds): readonly Measurement[] => [
  { name: `${name}: tap to next paint`, value: median(steps.map(({ painted }) => painted)), unit: 'ms' },
  { name: `${name}: tap to settled`, value: median(steps.map(({ settled }) => settled)), unit: 'ms' },
  { name: `${name}: INP p75`, value: median(steps.map(({ inpP75 }) => inpP75)), unit: 'ms' },
];

const versusReact = (name: string, ours: Rounds, react: Rounds): readonly Measurement[] => [
  ...figures(name, ours),
  {
    name: `${name}: KB more than React`,
    value: median(ours.load.map((load, round) => load.bytes - (react.load[round]?.bytes ?? 0))) / 1024,
    unit: 'KB',
    budget: 60,
  },
  {
    name: `${name}: FCP / React`,
    value: ratio(
      ours.load.map(({ fcp }) => fcp),
      react.load.map(({ fcp }) => fcp),
    ),
    unit: 'x',
    budget: 1.2,
  },
  {
    name: `${name}: LCP / React`,
    value: ratio(
      ours.load.map(({ lcp }) => lcp),
      react.load.map(({ lcp }) => lcp),
    ),
    unit: 'x',
    budget: 1.25,
  },
  { name: `${name}: CLS`, value: Math.max(...ours.load.map(({ cls }) => cls)), unit: '', budget: 0 },
];

const stepsVersusReact = (name: string, ours: Rounds, react: Rounds): readonly Measurement[] => [
  ...stepFigures(name, ours),
  {
    name: `${name}: tap to next paint / React`,
    value: ratio(
      ours.steps.map(({ painted }) => painted),
      react.steps.map(({ painted }) => painted),
    ),
    unit: 'x',
    budget: 1.4,
  },
  {
    name: `${name}: INP p75 / React`,
    value: ratio(
      ours.steps.map(({ inpP75 }) => inpP75),
      react.steps.map(({ inpP75 }) => inpP75),
    ),
    unit: 'x',
    budget: 1.5,
  },
  {
    name: `${name}: settled after the animation`,
    value: median(ours.steps.map(({ afterAnimation }) => afterAnimation)),
    unit: 'ms',
    budget: 50,
  },
  {
    name: `${name}: files asked for between tap and next screen`,
    value: Math.max(...ours.steps.map(({ filesInBetween }) => filesInBetween)),
    unit: '',
    budget: 0,
  },
];

type Visit = () => Promise<void>;

/**
 * Returns a round's order, the same in every run. The page before can slow a load down, so no page may always follow
 * the same one.
 */
const inOrderOf = (round: number, visits: readonly Visit[]): readonly Visit[] => {
  const random = seededRandom(round);
  return visits
    .map((visit) => ({ visit, position: random.next() }))
    .sort((a, b) => a.position - b.position)
    .map(({ visit }) => visit);
};

const empty = (): Rounds => ({ load: [], steps: [] });

/** Measures the funnel's entries and steps and the baselines in the same rounds. */
export const compareBaselines = async (
  url: string,
  baselines: Baselines,
  executablePath: string,
  say: (line: string) => void,
): Promise<readonly Measurement[]> => {
  const browser = await launchChromium({ executablePath });
  const html = empty();
  const react = empty();
  const walk = empty();
  const entries = ENTRIES.map((path) => ({ path, rounds: empty() }));
  const visits: readonly Visit[] = [
    () => visit(browser, { ...BASELINE, path: baselines.html }, html, STEPS),
    () => visit(browser, { ...BASELINE, path: baselines.react }, react, STEPS),
    ...entries.map(
      ({ path, rounds }) =>
        () =>
          visit(browser, { ...OURS, path: url + path }, rounds, 0),
    ),
    () => visit(browser, { ...OURS, path: `${url}/q2` }, walk, STEPS),
  ];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      say(`Slow phone, round ${round + 1} of ${ROUNDS}`);
      for (const next of inOrderOf(round, visits)) await next();
    }
  } finally {
    await browser.close();
  }
  return [
    ...figures('hand-written page', html),
    ...stepFigures('hand-written page', html),
    ...figures('prerendered React', react),
    ...stepFigures('prerendered React', react),
    ...entries.flatMap(({ path, rounds }) => versusReact(path, rounds, react)),
    ...stepsVersusReact('q2 to q10', walk, react),
  ];
};
