import pg from 'pg';
import type { StartedService } from '../service.ts';
import { DeliveryLog } from './delivery-log.ts';
import { seededRandom } from '@course/test-kit/seeded-random';
import { Sender, type FailureRates } from './sender.ts';
import { BEGIN, MINUTE, outagesOf, readersOf, type Decision, type Outage, type Reader } from './scenario.ts';
import { type Decided, Fixtures, writeReaders } from './fixtures.ts';

export interface Simulation {
  readonly readers: readonly Reader[];
  readonly outages: readonly Outage[];
  readonly deliveryLog: DeliveryLog;
  /** By the reader's number; refused decisions are left out. */
  readonly decided: ReadonlyMap<number, readonly Decided[]>;
  /** By the reader's number: when they left, and how many mails the mail server had accepted by then. */
  readonly left: ReadonlyMap<number, { readonly at: number; readonly accepted: number }>;
  readonly deaths: number;
  readonly ticks: number;
}

export interface SimulationOptions {
  readonly seed: number;
  readonly orders: number;
  readonly failureRates: FailureRates;
  readonly databaseUrl: string;
  readonly funnelDatabaseUrl: string;
  /** Starts the service with this clock and without a worker of its own. */
  readonly startService: (clock: () => Date) => Promise<StartedService>;
}

interface OutsideEvent {
  readonly at: number;
  readonly kind: 'pay' | 'end' | 'decide';
  readonly reader: Reader;
  readonly decision?: Decision;
}

const POLL_MS = 10;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns the events from outside, in order; those during an outage are postponed to its end. */
const outsideEventsOf = (readers: readonly Reader[], outages: readonly Outage[]): OutsideEvent[] => {
  const afterOutage = (at: number): number => outages.find(({ from, to }) => at >= from && at < to)?.to ?? at;
  const all = readers.flatMap((reader): OutsideEvent[] => [
    ...reader.webhooksAt.map((at): OutsideEvent => ({ at: afterOutage(at), kind: 'pay', reader })),
    ...reader.decisions.map((decision): OutsideEvent => ({
      at: afterOutage(decision.at),
      kind: 'decide',
      reader,
      decision,
    })),
    ...(reader.ending ? [{ at: afterOutage(reader.ending.at), kind: 'end', reader } as const] : []),
  ]);
  return all.sort((a, b) => a.at - b.at);
};

class Run {
  readonly #database: pg.Pool;
  readonly #sender: Sender;
  readonly #outages: readonly Outage[];
  now = BEGIN;
  ticks = 0;

  constructor(database: pg.Pool, sender: Sender, outages: readonly Outage[]) {
    this.#database = database;
    this.#sender = sender;
    this.#outages = outages;
  }

  /** Advances time, for the sender's clock and for the queue's postponed jobs. */
  async moveTo(time: number): Promise<void> {
    const passed = Math.max(0, time - this.now);
    this.now = Math.max(time, this.now);
    await this.#sender.setTime(this.now);
    if (passed > 0)
      await this.#database.query(
        `select graphile_worker.reschedule_jobs(array[id], run_at => run_at - $1 * interval '1 ms') from graphile_worker.jobs where run_at > now()`,
        [passed],
      );
  }

  /** Simulates a minute of the cron: queues what is due, and waits until all of it is sent. */
  async tick(time: number): Promise<void> {
    this.ticks += 1;
    await this.moveTo(time);
    await this.#database.query(
      `select id from graphile_worker.add_job('due-lessons', '{}'::json, job_key => 'due-lessons')`,
    );
    await this.idle();
  }

  /** Resolves once no job is running or due. */
  async idle(): Promise<void> {
    const busy = async (): Promise<boolean> =>
      (
        await this.#database.query(
          `select 1 from graphile_worker.jobs where locked_at is not null or run_at <= now() limit 1`,
        )
      ).rowCount !== 0;
    while (await busy()) await pause(POLL_MS);
  }

  /** Returns the next minute in which something is due, in simulated time; Infinity if there is none. */
  async nextTick(): Promise<number> {
    const { rows } = await this.#database.query<{ due: Date | null; wait: number | null }>(
      `select (select min(next_due_at) from funnel.courses where status = 'active') as due,
        (select extract(epoch from min(run_at) - now()) * 1000 from graphile_worker.jobs) as wait`,
    );
    const { due = null, wait = null } = rows[0] ?? {};
    const next = Math.min(due?.getTime() ?? Infinity, wait === null ? Infinity : this.now + Math.max(0, Number(wait)));
    const minute = Math.max(Math.ceil(next / MINUTE) * MINUTE, this.now);
    return this.#outages.find(({ from, to }) => minute >= from && minute < to)?.to ?? minute;
  }
}

/** Runs the simulation until no course is active and no job is left. */
export async function simulate(options: SimulationOptions): Promise<Simulation> {
  const { seed, orders, failureRates, databaseUrl, funnelDatabaseUrl, startService } = options;
  const random = seededRandom(seed);
  const [readers, outages, deliveryLog] = [readersOf(random, orders), outagesOf(random), new DeliveryLog()];
  const database = new pg.Pool({ connectionString: databaseUrl, max: 3 });
  // It is not a failure if an idle connection is lost because its server stops.
  database.on('error', () => undefined);
  const sender = new Sender({
    databaseUrl: funnelDatabaseUrl,
    random,
    failureRates,
    onAccept: (mail) => deliveryLog.accept(mail),
    onRefused: (messageId) => deliveryLog.refused.add(messageId),
    onDeath: (pid) => deliveryLog.excuse(pid, database),
  });
  const run = new Run(database, sender, outages);
  const service = await startService(() => new Date(run.now));
  const fixtures = new Fixtures(service, () => new Date(run.now));
  const left = new Map<number, { at: number; accepted: number }>();
  const decided = new Map<number, Decided[]>();
  const apply = async ({ at, kind, reader, decision }: OutsideEvent): Promise<void> => {
    await run.moveTo(at);
    if (kind === 'pay') return fixtures.pay(reader);
    await run.idle();
    if (decision) {
      const outcome = await fixtures.decide(reader, decision);
      if (outcome) decided.set(reader.number, [...(decided.get(reader.number) ?? []), outcome]);
      return run.idle();
    }
    await fixtures.end(reader);
    left.set(reader.number, { at: run.now, accepted: deliveryLog.accepted.length });
  };
  try {
    await writeReaders(database, readers);
    await sender.start(run.now);
    const outsideEvents = outsideEventsOf(readers, outages);
    for (;;) {
      const [next] = outsideEvents;
      const tick = await run.nextTick();
      if (next && next.at <= tick) await apply(outsideEvents.shift() ?? next);
      else if (tick < Infinity) await run.tick(tick);
      else break;
    }
    return { readers, outages, deliveryLog, left, decided, deaths: sender.deaths, ticks: run.ticks };
  } finally {
    sender.stop();
    await service.stop();
    await database.end();
  }
}
