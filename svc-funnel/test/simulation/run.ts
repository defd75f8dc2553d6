import pg from 'pg';
import type { StartedService } from '../service.ts';
import { DeliveryLog } from './delivery-log.ts';
import { seededRandom } from '@course/test-kit/seeded-random';
import { Sender, type Trouble } from './sender.ts';
import { BEGIN, MINUTE, outagesOf, readersOf, type Decision, type Outage, type Reader } from './scenario.ts';
import { type Decided, Fixtures, writeReaders } from './fixtures.ts';

export interface Simulation {
  readonly readers: readonly Reader[];
  readonly outages: readonly Outage[];
  readonly deliveryLog: DeliveryLog;
  /** What became of readers' decisions, by their numbers; those that were refused are left out. */
  readonly decided: ReadonlyMap<number, readonly Decided[]>;
  /** When each reader left, and what the mail server had taken by then. */
  readonly left: ReadonlyMap<number, { readonly at: number; readonly accepted: number }>;
  readonly deaths: number;
  readonly ticks: number;
}

export interface SimulationOptions {
  readonly seed: number;
  readonly orders: number;
  readonly trouble: Trouble;
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

/** What comes from outside, in order; what comes while the service is down comes when it is back. */
const outsideEventsOf = (readers: readonly Reader[], outages: readonly Outage[]): OutsideEvent[] => {
  const up = (at: number): number => outages.find(({ from, to }) => at >= from && at < to)?.to ?? at;
  const all = readers.flatMap((reader): OutsideEvent[] => [
    ...reader.webhooksAt.map((at): OutsideEvent => ({ at: up(at), kind: 'pay', reader })),
    ...reader.decisions.map((decision): OutsideEvent => ({ at: up(decision.at), kind: 'decide', reader, decision })),
    ...(reader.ending ? [{ at: up(reader.ending.at), kind: 'end', reader } as const] : []),
  ]);
  return all.sort((one, other) => one.at - other.at);
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

  /** Moves time on, for the sender's clock and for what the queue has put off. */
  async moveTo(time: number): Promise<void> {
    const passed = Math.max(0, time - this.now);
    this.now = Math.max(time, this.now);
    await this.#sender.time(this.now);
    if (passed > 0)
      await this.#database.query(
        `select graphile_worker.reschedule_jobs(array[id], run_at => run_at - $1 * interval '1 ms') from graphile_worker.jobs where run_at > now()`,
        [passed],
      );
  }

  /** The cron's minute: queues what is due, and lets all of it be sent. */
  async tick(time: number): Promise<void> {
    this.ticks += 1;
    await this.moveTo(time);
    await this.#database.query(
      `select id from graphile_worker.add_job('due-lessons', '{}'::json, job_key => 'due-lessons')`,
    );
    await this.idle();
  }

  async idle(): Promise<void> {
    const busy = async (): Promise<boolean> =>
      (
        await this.#database.query(
          `select 1 from graphile_worker.jobs where locked_at is not null or run_at <= now() limit 1`,
        )
      ).rowCount !== 0;
    while (await busy()) await pause(POLL_MS);
  }

  /** The next minute in which something is due, in simulated time; Infinity when nothing will ever be. */
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

/** Lives through the whole story, until no course is active and no job waits. */
export async function simulate(options: SimulationOptions): Promise<Simulation> {
  const { seed, orders, trouble, databaseUrl, funnelDatabaseUrl, startService } = options;
  const random = seededRandom(seed);
  const [readers, outages, deliveryLog] = [readersOf(random, orders), outagesOf(random), new DeliveryLog()];
  const database = new pg.Pool({ connectionString: databaseUrl, max: 3 });
  // A connection that rests when its server stops is no failure.
  database.on('error', () => undefined);
  const sender = new Sender({
    databaseUrl: funnelDatabaseUrl,
    random,
    trouble,
    onAccept: (mail) => deliveryLog.accept(mail),
    onRefused: (messageId) => deliveryLog.refused.add(messageId),
    onDeath: (pid) => deliveryLog.excuse(pid, database),
  });
  const run = new Run(database, sender, outages);
  const service = await startService(() => new Date(run.now));
  const fixtures = new Fixtures(service, () => new Date(run.now));
  const left = new Map<number, { at: number; accepted: number }>();
  const decided = new Map<number, Decided[]>();
  const live = async ({ at, kind, reader, decision }: OutsideEvent): Promise<void> => {
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
      if (next && next.at <= tick) await live(outsideEvents.shift() ?? next);
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
