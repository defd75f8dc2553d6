import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { PaymentKeys } from './env.ts';
import type { PrismaService } from './prisma.ts';

/** For what was not told, or not heard: the connection that listens may have been lost. */
const READ_EVERY_MS = 5000;

/** Whether no money moves here, so that time may be moved. */
export const isSandbox = ({ livemode, apiBase }: PaymentKeys): boolean => !livemode && apiBase !== undefined;

/** NOTIFY channel for changes of the clock. */
export const MOVED = 'sandbox_clock';

const READ = { name: 'sandbox-clock', text: 'SELECT ahead_ms FROM funnel.sandbox_clock' };

/** Returns how far the sandbox's clock is ahead of the real one, in ms. */
export async function readAhead({ pool }: Pick<PrismaService, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ ahead_ms: string }>(READ);
  return Number(rows[0]?.ahead_ms ?? 0);
}

/** Real time plus what `sandbox_clock` says, re-read when somebody tells that it was moved (`MOVED`). Never used with live keys. */
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
    let isAway = false;
    const read = async (): Promise<void> => {
      try {
        await this.#listen(prisma.pool, () => void read());
        this.#aheadMs = await readAhead(prisma);
        isAway = false;
      } catch (err) {
        if (!isAway) logger.warn({ err }, 'the sandbox clock cannot be read: it goes on from what is known');
        isAway = true;
      }
    };
    const again = (): void => {
      if (this.#stopped) return;
      this.#timer = setTimeout(() => void read().then(again), READ_EVERY_MS);
      this.#timer.unref();
    };
    await read();
    again();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#listener?.release(true);
    this.#listener = undefined;
  }

  /** Keeps one connection of the pool that hears of moves. When it is lost, another read takes another one. */
  async #listen(pool: pg.Pool, read: () => void): Promise<void> {
    if (this.#listener || this.#stopped) return;
    const client = await pool.connect();
    if (this.#listener || this.#stopped) return client.release();
    this.#listener = client;
    const letGo = (): boolean => {
      if (this.#listener !== client) return false;
      this.#listener = undefined;
      client.release(true);
      return true;
    };
    const lost = (): void => void (letGo() && read());
    client.on('notification', read).on('error', lost).on('end', lost);
    try {
      await client.query(`LISTEN ${MOVED}`);
    } catch (error) {
      letGo();
      throw error;
    }
  }
}
