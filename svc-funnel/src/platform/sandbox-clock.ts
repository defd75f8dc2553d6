import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { PaymentKeys } from './env.ts';
import type { PrismaService } from './prisma.ts';

const READ_EVERY_MS = 1000;

/** Whether no money moves here, so that time may be moved. */
export const isSandbox = ({ livemode, apiBase }: PaymentKeys): boolean => !livemode && apiBase !== undefined;

const READ = { name: 'sandbox-clock', text: 'SELECT ahead_ms FROM funnel.sandbox_clock' };

/** Returns how far the sandbox's clock is ahead of the real one, in ms. */
export async function readAhead({ pool }: Pick<PrismaService, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ ahead_ms: string }>(READ);
  return Number(rows[0]?.ahead_ms ?? 0);
}

/** Real time plus what `sandbox_clock` says, re-read every second. Never used with live keys. */
export class SandboxClock {
  readonly #real: Clock;
  #aheadMs = 0;
  #timer: NodeJS.Timeout | undefined;
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
  }
}
