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
const allRows = [
  row(null, SEVEN - HOUR),
  ...[1, 2, 3, 4, 5, 6, 7].map((place) => row(place, SEVEN + (place - 1) * DAY)),
];

const DECIDED = { asksNow: false, hour: 7, weekdaysOnly: false, pausedUntil: null };

/** Checks a flawless run after `spoil` has changed its arrivals. */
const check = (
  spoil: (arrivals: { row: DeliveryRow; at: number }[], deliveryLog: DeliveryLog) => void,
  change: Partial<Simulation> = {},
) => {
  const deliveryLog = new DeliveryLog();
  const arrivals = allRows.map((delivery) => ({ row: delivery, at: delivery.dueAt.getTime() }));
  spoil(arrivals, deliveryLog);
  for (const {
    row: { messageId },
    at,
  } of arrivals)
    deliveryLog.accept({ messageId, to: 'a@b.example', at, pid: 1 });
  const rows = allRows.map(
    (original) => arrivals.find(({ row: { messageId } }) => messageId === original.messageId)?.row ?? original,
  );
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
    rows,
  );
};
type Spoil = Parameters<typeof check>[0];

it('finds no problems in a flawless run', () => {
  expect(check(() => undefined)).toMatchObject({ problems: [], figures: { lessons: 7, repeats: 0, late: 0 } });
});

it.each<[string, RegExp, Spoil, Partial<Simulation>?]>([
  ['a lesson that never arrived', /places 1 2 4/, (all) => all.splice(3, 1)],
  ['a last lesson that never arrived', /only 6 lessons of 7/, (all) => all.splice(7, 1)],
  ['a confirmation that never arrived', /0 confirmations/, (all) => all.splice(0, 1)],
  ['a late confirmation', /late confirmation/, (all) => ((all[0] as { at: number }).at += 2 * MINUTE)],
  ['a lesson that arrived twice without a crash', /<3> came 2 times/, (all) => all.push(...all.slice(3, 4))],
  [
    'a mail that no row has recorded',
    /no row knows/,
    (_, deliveryLog) => deliveryLog.accept({ messageId: '<x>', to: 'a@b.example', at: SEVEN, pid: 1 }),
  ],
  ['a lesson at the wrong hour', /lesson 3 at/, (all) => ((all[3] as { at: number }).at += 2 * HOUR)],
  ['two lessons on one day', /two lessons on one day/, (all) => ((all[3] as { at: number }).at -= DAY - MINUTE)],
  ['a day without a lesson', /nothing between/, (all) => all.slice(3).forEach((arrival) => (arrival.at += DAY))],
  [
    'a lesson at the hour that applied before a decision',
    /lesson 4 at/,
    () => undefined,
    { decided: new Map([[0, [{ ...DECIDED, at: SEVEN + 3 * DAY - HOUR, hour: 20 }]]]) },
  ],
  [
    'a lesson during a pause',
    /lesson 4 on 2026-10-09, which is left out/,
    () => undefined,
    { decided: new Map([[0, [{ ...DECIDED, at: SEVEN + 2 * DAY + HOUR, pausedUntil: '2026-10-11' }]]]) },
  ],
  [
    'a lesson on a weekend that is left out',
    /lesson 5 on 2026-10-10, which is left out/,
    () => undefined,
    { decided: new Map([[0, [{ ...DECIDED, at: SEVEN + HOUR, weekdaysOnly: true }]]]) },
  ],
  [
    'a day without a lesson after a decision',
    /no lesson on 2026-10-09/,
    (all) =>
      all.slice(4).forEach((arrival) => {
        arrival.at += DAY;
        arrival.row = { ...arrival.row, dueAt: new Date(arrival.at) };
      }),
    { decided: new Map([[0, [{ ...DECIDED, at: SEVEN + HOUR }]]]) },
  ],
  [
    'a lesson after its reader left',
    /lessons after/,
    () => undefined,
    { left: new Map([[0, { at: SEVEN + 3 * DAY + HOUR, accepted: 5 }]]) },
  ],
])('reports %s', (_, problem, spoil, change) => {
  expect(check(spoil, change).problems.join('\n')).toMatch(problem);
});

it('allows a second lesson on a day if the reader requested it', () => {
  const at = SEVEN + 2 * DAY + 3 * HOUR;
  const { problems } = check(
    (all) =>
      all.slice(4).forEach((arrival, index) => {
        arrival.at = index === 0 ? at : arrival.at - DAY;
        arrival.row = { ...arrival.row, dueAt: new Date(arrival.at) };
      }),
    { decided: new Map([[0, [{ ...DECIDED, at, asksNow: true }]]]) },
  );
  expect(problems).toEqual([]);
});

it('excuses and counts a repeat that a crash between acceptance and commit explains', () => {
  const { problems, figures } = check((all, deliveryLog) => {
    all.push(...all.slice(3, 4));
    deliveryLog.excuses.set('<3>', 1);
  });
  expect([problems, figures.repeats]).toEqual([[], 1]);
});
