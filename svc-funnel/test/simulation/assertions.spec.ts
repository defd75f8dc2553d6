import { expect, it } from 'vitest';
import { DeliveryLog } from './delivery-log.ts';
import type { Simulation } from './run.ts';
import { DAY, HOUR, MINUTE, type Reader } from './scenario.ts';
import { checkRows, type DeliveryRow } from './assertions.ts';

const SEVEN = Date.UTC(2026, 9, 6, 7);
const reader: Reader = {
  number: 0,
  sessionId: 's',
  checkoutId: 'c',
  providerSessionId: 'cs',
  paymentId: 'pi',
  plan: '1week',
  amountCents: 776,
  email: 'a@b.example',
  timeZone: 'UTC',
  webhooksAt: [SEVEN - HOUR],
  decisions: [],
  ending: undefined,
};
const row = (place: number | null, dueAt: number): DeliveryRow => ({
  messageId: `<${place ?? 'confirmation'}>`,
  kind: place === null ? 'confirmation' : 'lesson',
  place,
  dueAt: new Date(dueAt),
  checkoutId: 'c',
  days: 7,
});
const rows = [row(null, SEVEN - HOUR), ...[1, 2, 3, 4, 5, 6, 7].map((place) => row(place, SEVEN + (place - 1) * DAY))];

const DECIDED = { asksNow: false, hour: 7, weekdaysOnly: false, pausedUntil: null };

/** A flawless run but for what `spoil` does to what arrived. */
const check = (
  spoil: (arrivals: { row: DeliveryRow; at: number }[], deliveryLog: DeliveryLog) => void,
  change: Partial<Simulation> = {},
) => {
  const deliveryLog = new DeliveryLog();
  const arrivals = rows.map((one) => ({ row: one, at: one.dueAt.getTime() }));
  spoil(arrivals, deliveryLog);
  for (const {
    row: { messageId },
    at,
  } of arrivals)
    deliveryLog.accept({ messageId, to: 'a@b.example', at, pid: 1 });
  const moved = rows.map((one) => arrivals.find(({ row: { messageId } }) => messageId === one.messageId)?.row ?? one);
  return checkRows(
    {
      readers: [reader],
      outages: [],
      deliveryLog,
      left: new Map(),
      decided: new Map(),
      deaths: 0,
      ticks: 0,
      ...change,
    },
    moved,
  );
};
type Spoil = Parameters<typeof check>[0];

it('finds nothing wrong with a run in which nothing was', () => {
  expect(check(() => undefined)).toMatchObject({ problems: [], figures: { lessons: 7, repeats: 0, late: 0 } });
});

it.each<[string, RegExp, Spoil, Partial<Simulation>?]>([
  ['a lesson that never came', /places 1 2 4/, (all) => all.splice(3, 1)],
  ['a last lesson that never came', /only 6 lessons of 7/, (all) => all.splice(7, 1)],
  ['a confirmation that never came', /0 confirmations/, (all) => all.splice(0, 1)],
  ['a late confirmation', /late confirmation/, (all) => ((all[0] as { at: number }).at += 2 * MINUTE)],
  ['a lesson that came twice without a crash', /<3> came 2 times/, (all) => all.push(...all.slice(3, 4))],
  [
    'a mail of no row',
    /no row knows/,
    (_, deliveryLog) => deliveryLog.accept({ messageId: '<x>', to: 'a@b.example', at: SEVEN, pid: 1 }),
  ],
  ['a lesson at another hour', /lesson 3 at/, (all) => ((all[3] as { at: number }).at += 2 * HOUR)],
  ['two lessons on one day', /two lessons on one day/, (all) => ((all[3] as { at: number }).at -= DAY - MINUTE)],
  ['a day without a lesson', /nothing between/, (all) => all.slice(3).forEach((one) => (one.at += DAY))],
  [
    'a lesson at the hour of before a decision',
    /lesson 4 at/,
    () => undefined,
    { decided: new Map([[0, [{ ...DECIDED, at: SEVEN + 3 * DAY - HOUR, hour: 20 }]]]) },
  ],
  [
    'a lesson in a pause',
    /lesson 4 on 2026-10-09, which is left out/,
    () => undefined,
    { decided: new Map([[0, [{ ...DECIDED, at: SEVEN + 2 * DAY + HOUR, pausedUntil: '2026-10-11' }]]]) },
  ],
  [
    'a lesson at a weekend that is left out',
    /lesson 5 on 2026-10-10, which is left out/,
    () => undefined,
    { decided: new Map([[0, [{ ...DECIDED, at: SEVEN + HOUR, weekdaysOnly: true }]]]) },
  ],
  [
    'a day without a lesson after a decision',
    /no lesson on 2026-10-09/,
    (all) =>
      all.slice(4).forEach((one) => {
        one.at += DAY;
        one.row = { ...one.row, dueAt: new Date(one.at) };
      }),
    { decided: new Map([[0, [{ ...DECIDED, at: SEVEN + HOUR }]]]) },
  ],
  [
    'a lesson after leaving',
    /lessons after/,
    () => undefined,
    { left: new Map([[0, { at: SEVEN + 3 * DAY + HOUR, accepted: 5 }]]) },
  ],
])('sees %s', (_, problem, spoil, change) => {
  expect(check(spoil, change).problems.join('\n')).toMatch(problem);
});

it('lets a reader ask for a second lesson on a day', () => {
  const at = SEVEN + 2 * DAY + 3 * HOUR;
  const { problems } = check(
    (all) =>
      all.slice(4).forEach((one, index) => {
        one.at = index === 0 ? at : one.at - DAY;
        one.row = { ...one.row, dueAt: new Date(one.at) };
      }),
    { decided: new Map([[0, [{ ...DECIDED, at, asksNow: true }]]]) },
  );
  expect(problems).toEqual([]);
});

it('excuses a repeat that a death between acceptance and commit explains, and counts it', () => {
  const { problems, figures } = check((all, deliveryLog) => {
    all.push(...all.slice(3, 4));
    deliveryLog.excuses.set('<3>', 1);
  });
  expect([problems, figures.repeats]).toEqual([[], 1]);
});
