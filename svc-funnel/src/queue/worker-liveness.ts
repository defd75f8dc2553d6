import { SERVER_KEEPALIVE, within, type PostgresWatch } from '@course/service-kit';
import pg from 'pg';
import type { Logger } from 'pino';
import { ADVISORY_LOCKS } from '../platform/locks.ts';

const RECONNECT_MS = 1000;

/** Time limit for closing a connection that does not respond. */
const STOP_MS = 500;

const DEAD_WORKERS = `
  SELECT DISTINCT locked_by AS id FROM graphile_worker.jobs AS job
  WHERE locked_at IS NOT NULL AND locked_by <> $2 AND NOT EXISTS (
    SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND classid::bigint = $1 AND objid::bigint = hashtext(job.locked_by)::bigint & 4294967295)`;

export interface LivenessOptions {
  readonly databaseUrl: string;
  readonly workerId: string;
  /** Watches the connection; without it only the operating system does. */
  readonly watch?: PostgresWatch;
  /** Interval of checks for dead workers, in ms. Their jobs are freed at the second check. */
  readonly checkIntervalMs: number;
  readonly logger: Logger;
}

/**
 * Holds an advisory lock while this worker lives, and frees the jobs of workers whose lock is gone: the queue itself
 * would wait four hours. A worker has to be found dead twice, so that one that reconnects or has just started keeps its
 * jobs.
 */
export class WorkerLiveness {
  readonly #options: LivenessOptions;
  /** The latest connection, set before it connects, so that `stop` can also end the attempt; undefined once it has ended. */
  #client: pg.Client | undefined;
  #suspects: ReadonlySet<string> = new Set();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: LivenessOptions) {
    this.#options = options;
  }

  /** Resolves once the lock is held. Reconnects by itself after a lost connection. */
  async begin(): Promise<void> {
    const { databaseUrl, watch } = this.#options;
    const client = new (watch?.clients() ?? pg.Client)({
      connectionString: databaseUrl,
      application_name: 'svc-funnel-liveness',
      connectionTimeoutMillis: 2000,
      keepAlive: true,
      options: SERVER_KEEPALIVE,
    });
    this.#client = client;
    client.on('error', () => undefined);
    client.once('end', () => {
      // The check that was running rejects only after this, and must not take the reconnection's place.
      if (client === this.#client) this.#client = undefined;
      this.#schedule(() => this.#reconnect(), RECONNECT_MS);
    });
    try {
      await client.connect();
      await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [ADVISORY_LOCKS.worker, this.#options.workerId]);
    } catch (error) {
      await within(STOP_MS, client.end()).catch(() => undefined);
      throw error;
    }
    this.#suspects = new Set();
    this.#schedule(() => this.#check(client), this.#options.checkIntervalMs);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    if (this.#client) await within(STOP_MS, this.#client.end()).catch(() => undefined);
  }

  #schedule(work: () => Promise<void>, ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(
      () =>
        void work().catch((err: unknown) => {
          if (!this.#isStopped) this.#options.logger.warn({ err }, 'worker liveness');
        }),
      ms,
    );
    this.#timer.unref();
  }

  async #reconnect(): Promise<void> {
    await this.begin();
    this.#options.logger.info('worker liveness is back');
  }

  async #check(client: pg.Client): Promise<void> {
    try {
      const { rows } = await client.query<{ id: string }>(DEAD_WORKERS, [
        ADVISORY_LOCKS.worker,
        this.#options.workerId,
      ]);
      const dead = rows.map(({ id }) => id).filter((id) => this.#suspects.has(id));
      this.#suspects = new Set(rows.map(({ id }) => id));
      if (dead.length > 0) {
        await client.query('SELECT graphile_worker.force_unlock_workers($1::text[])', [dead]);
        // The queue's own announcement of new jobs, so that workers look for them now.
        await client.query(`SELECT pg_notify('jobs:insert', '{"count":100}')`);
        this.#options.logger.warn({ workers: dead.length }, 'freed the jobs of workers that are gone');
      }
    } finally {
      if (client === this.#client) this.#schedule(() => this.#check(client), this.#options.checkIntervalMs);
    }
  }
}
