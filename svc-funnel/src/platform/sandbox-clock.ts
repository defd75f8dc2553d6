import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { PaymentKeys } from './env.ts';
import type { PrismaService } from './prisma.ts';

/** The clock is also read at this interval, because notifications are lost while the listening connection is. */
const READ_INTERVAL_MS = 5000;

/** Returns true if no real money moves, so that the clock may be moved. */
export const isSandbox = ({ livemode, apiBase }: PaymentKeys): boolean => !livemode && apiBase !== undefined;

/** NOTIFY channel for changes of the clock. */
export const MOVED = 'sandbox_clock';

const READ = { name: 'sandbox-clock', text: 'SELECT ahead_ms FROM funnel.sandbox_clock' };

/** Returns how far the sandbox's clock is ahead of the real one, in ms. */
export async function readAhead({ pool }: Pick<PrismaService, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ ahead_ms: string }>(READ);
  return Number(rows[0]?.ahead_ms ?? 0);
}

/**
 * Real time plus what `sandbox_clock` says, which is read again at each notification on `MOVED`. Never used with live
 * keys.
 */
export class SandboxClock {
  readonly #real: Clock;
  #aheadMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #listener: pg.PoolClient | undefined;
  #stopped = false;

  constructor(real: Clock) {
    this.#real = real;
  }

  readonly now: Clock = () => new Date(this.#real().getTime() + this.#aheadMs);

  /** Follows the row until `stop`. Resolves after the first read, whether it succeeded or not. */
  async follow(prisma: Pick<PrismaService, 'pool'>, logger: Logger): Promise<void> {
    let isUnreachable = false;
    const read = async (): Promise<void> => {
      try {
        await this.#listen(prisma.pool, () => void read());
        this.#aheadMs = await readAhead(prisma);
        isUnreachable = false;
      } catch (err) {
        if (!isUnreachable) logger.warn({ err }, 'the sandbox clock cannot be read: it keeps the last known value');
        isUnreachable = true;
      }
    };
    const schedule = (): void => {
      if (this.#stopped) return;
      this.#timer = setTimeout(() => void read().then(schedule), READ_INTERVAL_MS);
      this.#timer.unref();
    };
    await read();
    schedule();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#listener?.release(true);
    this.#listener = undefined;
  }

  /** Keeps a connection of the pool to listen for moves. If it is lost, the next read takes another one. */
  async #listen(pool: pg.Pool, read: () => void): Promise<void> {
    if (this.#listener || this.#stopped) return;
    const client = await pool.connect();
    if (this.#listener || this.#stopped) return client.release();
    this.#listener = client;
    const release = (): boolean => {
      if (this.#listener !== client) return false;
      this.#listener = undefined;
      client.release(true);
      return true;
    };
    const onLost = (): void => void (release() && read());
    client.on('notification', read).on('error', onLost).on('end', onLost);
    try {
      await client.query(`LISTEN ${MOVED}`);
    } catch (error) {
      release();
      throw error;
    }
  }
}
