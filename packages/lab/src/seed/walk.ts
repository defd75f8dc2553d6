import { PATH, stepOf, type Step } from '@course/test-kit/product-flow';
import {
  BETWEEN_PAGES_MS,
  CAMPAIGNS,
  DROP_OFF_ELSEWHERE,
  DROP_OFF_RATES,
  ENTRIES,
  LOST_EXITS,
  OFFER,
} from './distributions.ts';
import { uuidV7 } from './ids.ts';
import type { Random } from '@course/test-kit/seeded-random';
import { timeOnPage, type Leaving, type TimeOnPage } from './time-on-page.ts';
import type { SeededView, Traits } from './visitor.ts';

/** A page that a visitor was on. */
export interface Stop {
  readonly step: Step;
  readonly view: SeededView;
  readonly leaving: Leaving;
  /** When the page was left, even if the exit was lost. */
  readonly leftAt: number;
}

const LAST = PATH.at(-1);

const leaveShare = (step: Step, { entry, campaign }: Traits): number => {
  const share = DROP_OFF_RATES[step.key] ?? DROP_OFF_ELSEWHERE;
  return step.key === entry ? share * ENTRIES[entry].leave * CAMPAIGNS[campaign].leave : share;
};

const buyShare = ({ entry, campaign }: Traits): number => OFFER.buys * ENTRIES[entry].buy * CAMPAIGNS[campaign].buy;

const leavingOf = (step: Step, traits: Traits, random: Random): Leaving => {
  if (step === LAST) return 'away';
  if (step.kind === 'sales002') return random.chance(buyShare(traits)) ? 'paying' : 'away';
  return random.chance(leaveShare(step, traits)) ? 'away' : 'on';
};

const isLost = (leaving: Leaving, random: Random): boolean =>
  random.chance(leaving === 'away' ? LOST_EXITS.leaving : LOST_EXITS.staying);

const stopAt = (step: Step, enteredAt: number, leaving: Leaving, time: TimeOnPage, random: Random): Stop => {
  const leftAt = enteredAt + Math.round(time.totalSeconds * 1000);
  const exit = isLost(leaving, random) ? null : { at: leftAt, ...time };
  return { step, leaving, leftAt, view: { id: uuidV7(enteredAt, random), pagePath: step.path, enteredAt, exit } };
};

/** Yields the pages of one visitor in the order of the flow, from `arrivedAt` until they leave or have bought. */
export function* walk(traits: Traits, arrivedAt: number, random: Random): Generator<Stop> {
  let at = arrivedAt;
  for (const step of [stepOf(traits.entry), ...PATH]) {
    const leaving = leavingOf(step, traits, random);
    const stop = stopAt(step, at, leaving, timeOnPage(step.kind, leaving, random), random);
    yield stop;
    if (leaving === 'away') return;
    at = stop.leftAt + Math.round(random.between(BETWEEN_PAGES_MS.from, BETWEEN_PAGES_MS.to));
  }
}
