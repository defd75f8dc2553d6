import type pg from 'pg';
import type { Simulation } from './run.ts';
import type { Decided } from './fixtures.ts';
import { DAY, HOUR, MINUTE, type Outage, type Reader } from './scenario.ts';

/** A mail as recorded in the database. */
export interface DeliveryRow {
  readonly messageId: string;
  readonly kind: string;
  readonly place: number | null;
  readonly dueAt: Date;
  readonly checkoutId: string;
  readonly days: number;
}

export interface Figures {
  readonly orders: number;
  readonly lessons: number;
  readonly confirmations: number;
  readonly left: number;
  /** Readers' decisions, except refused ones. */
  readonly decisions: number;
  readonly deaths: number;
  readonly ticks: number;
  /** Repeated mails, each after a crash between the mail server's acceptance and our commit. */
  readonly repeats: number;
  /** Lessons that arrived outside the reader's hour, each after an outage or a refusal. */
  readonly late: number;
}

export interface SimulationResult {
  readonly figures: Figures;
  /** What should not have happened. */
  readonly problems: readonly string[];
}

interface Arrival extends DeliveryRow {
  /** First acceptance, ms. */
  readonly at: number;
  /** Positions among all mails, in the order in which the mail server accepted them. */
  readonly indexes: readonly number[];
}

const SEND_HOUR = 7;
const UNDECIDED: Decided = { at: 0, asksNow: false, hour: SEND_HOUR, weekdaysOnly: false, pausedUntil: null };
const WEEKEND = [0, 6];
const MAX_GAP = 25 * HOUR + 2 * MINUTE;

const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

const isLeftOut = (day: string, { weekdaysOnly, pausedUntil }: Decided): boolean =>
  (weekdaysOnly && WEEKEND.includes(new Date(day).getUTCDay())) || (pausedUntil !== null && day < pausedUntil);

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the day and hour in the reader's time zone, calculated without the code under test. */
const local = (at: number, timeZone: string): { readonly day: string; readonly hour: number } => {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timeZone, format);
  const [day = '', time = ''] = format.format(at).split(' ');
  return { day, hour: Number(time.slice(0, 2)) };
};

const rowsOf = async (database: pg.Pool): Promise<readonly DeliveryRow[]> =>
  (
    await database.query<DeliveryRow>(
      `select message_id as "messageId", kind, place, due_at as "dueAt", orders.checkout_id as "checkoutId", days
       from funnel.deliveries join funnel.orders on orders.id = deliveries.order_id join funnel.courses on courses.order_id = orders.id`,
    )
  ).rows;

const arrivalsOf = (rows: readonly DeliveryRow[], { deliveryLog }: Simulation): readonly Arrival[] => {
  const byId = new Map<string, { at: number; indexes: number[] }>();
  deliveryLog.accepted.forEach(({ messageId, at }, index) => {
    const earlier = byId.get(messageId);
    if (earlier) earlier.indexes.push(index);
    else byId.set(messageId, { at, indexes: [index] });
  });
  return rows.flatMap((row) => {
    const arrival = byId.get(row.messageId);
    return arrival ? [{ ...row, ...arrival }] : [];
  });
};

const byCheckoutOf = (arrivals: readonly Arrival[]): ReadonlyMap<string, Arrival[]> => {
  const groups = new Map<string, Arrival[]>();
  for (const arrival of arrivals) groups.set(arrival.checkoutId, [...(groups.get(arrival.checkoutId) ?? []), arrival]);
  return groups;
};

const overlaps = (outages: readonly Outage[], from: number, to: number): boolean =>
  outages.some((outage) => outage.from < to && outage.to > from);

/** Checks the mails of one reader. */
class ReaderCheck {
  readonly problems: string[] = [];
  late = 0;
  readonly #simulation: Simulation;
  readonly #reader: Reader;
  readonly #lessons: readonly Arrival[];
  readonly #confirmations: readonly Arrival[];

  constructor(simulation: Simulation, reader: Reader, arrivals: readonly Arrival[]) {
    this.#simulation = simulation;
    this.#reader = reader;
    this.#lessons = arrivals.filter(({ kind }) => kind === 'lesson').sort((a, b) => a.at - b.at);
    this.#confirmations = arrivals.filter(({ kind }) => kind === 'confirmation');
    this.#checkConfirmation();
    this.#checkCompleteness();
    this.#checkHours();
    this.#checkLeaving();
  }

  get #decided(): readonly Decided[] {
    return this.#simulation.decided.get(this.#reader.number) ?? [];
  }

  /** Returns the schedules that apply at any time in the interval, in order. */
  #schedulesIn(from: number, to: number): readonly Decided[] {
    const before = this.#decided.filter(({ at }) => at <= from).at(-1) ?? UNDECIDED;
    return [before, ...this.#decided.filter(({ at }) => at > from && at <= to)];
  }

  /** True if the reader requested the lesson, or made it due immediately by choosing an earlier hour. */
  #isByDecision({ dueAt }: Arrival): boolean {
    return this.#decided.some(({ at }) => at === dueAt.getTime());
  }

  get #left() {
    return this.#simulation.left.get(this.#reader.number);
  }

  #say(what: string): void {
    this.problems.push(`reader ${this.#reader.number} (${this.#reader.plan}, ${this.#reader.timeZone}): ${what}`);
  }

  /** True if an outage or a refusal by the mail server explains why nothing arrived between two times. */
  #isExcused(from: number, to: number): boolean {
    const { outages, deliveryLog } = this.#simulation;
    return (
      overlaps(outages, from, to) ||
      this.#lessons.some(
        ({ messageId, dueAt, at }) => deliveryLog.refused.has(messageId) && dueAt.getTime() < to && at >= from,
      )
    );
  }

  #checkConfirmation(): void {
    const [confirmation] = this.#confirmations;
    if (this.#confirmations.length !== 1 || !confirmation)
      return this.#say(`${this.#confirmations.length} confirmations`);
    const { at, dueAt, messageId } = confirmation;
    if (at - dueAt.getTime() > MINUTE && !this.#simulation.deliveryLog.refused.has(messageId))
      this.#say('a late confirmation');
    const [first] = this.#lessons;
    const wait = (first?.at ?? dueAt.getTime()) - dueAt.getTime();
    if (wait > 24 * HOUR + MINUTE && !this.#isExcused(dueAt.getTime(), first?.at ?? 0))
      this.#say(`first lesson after ${(wait / HOUR).toFixed(2)} hours`);
  }

  #checkCompleteness(): void {
    const places = this.#lessons.map(({ place }) => place);
    if (places.some((place, index) => place !== index + 1)) this.#say(`places ${places.join(' ')}`);
    const days = this.#confirmations[0]?.days ?? 0;
    if (places.length > days) this.#say(`${places.length} lessons of ${days}`);
    if (!this.#left && places.length !== days) this.#say(`only ${places.length} lessons of ${days}`);
    if (this.#decided.length > 0) return this.#checkDays();
    const moments = [
      ...this.#lessons.map(({ at }) => at),
      ...(this.#left && places.length < days ? [this.#left.at] : []),
    ];
    for (const [index, at] of moments.entries()) {
      const before = moments[index - 1];
      if (before !== undefined && at - before > MAX_GAP && !this.#isExcused(before, at))
        this.#say(`nothing between ${new Date(before).toISOString()} and ${new Date(at).toISOString()}`);
    }
  }

  /** For readers with decisions: reports each day without a lesson that is not left out by their schedule. */
  #checkDays(): void {
    const { timeZone } = this.#reader;
    for (const [index, { at, dueAt }] of this.#lessons.entries()) {
      const before = this.#lessons[index - 1];
      if (!before || this.#isExcused(before.at, at)) continue;
      const [last, next] = [local(before.at, timeZone).day, local(dueAt.getTime(), timeZone).day];
      for (let noon = Date.parse(`${last}T12:00:00Z`) + DAY; isoDay(noon) < next; noon += DAY) {
        // In every time zone, this day is within 1.5 days of noon UTC.
        const schedules = this.#schedulesIn(noon - 1.5 * DAY, noon + 1.5 * DAY);
        if (schedules.every((schedule) => !isLeftOut(isoDay(noon), schedule)))
          this.#say(`no lesson on ${isoDay(noon)}`);
      }
    }
  }

  #checkHours(): void {
    const { timeZone } = this.#reader;
    for (const [index, lesson] of this.#lessons.entries()) {
      const before = this.#lessons[index - 1];
      const isSameDay = before && local(before.at, timeZone).day === local(lesson.at, timeZone).day;
      const isRequested = this.#decided.some(({ at, asksNow }) => asksNow && at === lesson.dueAt.getTime());
      // A mail that was refused in the evening may arrive after midnight.
      const isLate =
        before !== undefined && local(before.dueAt.getTime(), timeZone).day < local(before.at, timeZone).day;
      if (isSameDay && !isRequested && !isLate) this.#say('two lessons on one day');
    }
    for (const [index, lesson] of this.#lessons.entries()) {
      const { at, dueAt } = lesson;
      if (this.#isByDecision(lesson)) continue;
      const [schedule = UNDECIDED] = this.#schedulesIn(dueAt.getTime(), dueAt.getTime());
      const due = local(dueAt.getTime(), timeZone).day;
      if (isLeftOut(due, schedule)) this.#say(`lesson ${index + 1} on ${due}, which is left out`);
      if (local(at, timeZone).hour === (schedule.hour ?? SEND_HOUR)) continue;
      this.late += 1;
      // On the day with 25 hours, a first lesson may be sent outside the hour, so that it arrives within 24 hours.
      const isFirst = index === 0 && at - dueAt.getTime() <= MINUTE;
      if (!isFirst && !this.#isExcused(dueAt.getTime(), at + 1))
        this.#say(`lesson ${index + 1} at ${new Date(at).toISOString()}`);
    }
  }

  #checkLeaving(): void {
    const left = this.#left;
    if (!left) return;
    const after = this.#lessons.filter(({ indexes }) => indexes.some((index) => index >= left.accepted));
    if (after.length > 0) this.#say(`${after.length} lessons after ${this.#reader.ending?.kind}`);
  }
}

/** Counts by Message-ID what the mail server accepted, and reports every problem with it. */
export const checkSimulation = async (simulation: Simulation, database: pg.Pool): Promise<SimulationResult> =>
  checkRows(simulation, await rowsOf(database));

export function checkRows(simulation: Simulation, rows: readonly DeliveryRow[]): SimulationResult {
  const { deliveryLog, readers, left, deaths, ticks } = simulation;
  const arrivals = arrivalsOf(rows, simulation);
  const known = new Set(rows.map(({ messageId }) => messageId));
  const problems = deliveryLog.accepted
    .filter(({ messageId }) => !known.has(messageId))
    .map(({ messageId }) => `a mail that no row knows: ${messageId}`);
  const repeated = arrivals.filter(({ indexes }) => indexes.length > 1);
  for (const { messageId, indexes } of repeated)
    if (indexes.length - 1 > (deliveryLog.excuses.get(messageId) ?? 0))
      problems.push(`${messageId} came ${indexes.length} times`);
  const byCheckout = byCheckoutOf(arrivals);
  const checks = readers.map((reader) => new ReaderCheck(simulation, reader, byCheckout.get(reader.checkoutId) ?? []));
  const lessons = arrivals.filter(({ kind }) => kind === 'lesson');
  return {
    problems: [...problems, ...checks.flatMap((check) => check.problems)],
    figures: {
      orders: byCheckout.size,
      lessons: lessons.length,
      confirmations: arrivals.filter(({ kind }) => kind === 'confirmation').length,
      left: left.size,
      decisions: [...simulation.decided.values()].reduce((sum, all) => sum + all.length, 0),
      deaths,
      ticks,
      repeats: repeated.reduce((sum, { indexes }) => sum + indexes.length - 1, 0),
      late: checks.reduce((sum, check) => sum + check.late, 0),
    },
  };
}
