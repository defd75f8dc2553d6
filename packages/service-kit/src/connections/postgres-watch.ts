import { Socket } from 'node:net';
import pg from 'pg';
import { NoAnswerError, storeAnswer } from './within.ts';

export interface PostgresWatchOptions {
  readonly databaseUrl: string;
  /** `application_name` of the connection that checks. */
  readonly name: string;
  /** Called once per outage, right after all connections have been ended. */
  readonly onSilence: (error: Error) => void;
  /** Interval between checks while no query is open, in ms. */
  readonly idleIntervalMs?: number;
}

/**
 * For `pg`'s setting `options`: lets the server notice within half a minute that a client has vanished, and release
 * what its connection held.
 */
export const SERVER_KEEPALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/** Interval between checks while a query is open on a watched connection. */
const BUSY_INTERVAL_MS = 500;
const IDLE_INTERVAL_MS = 5000;

/** Destroys itself when a write gets no reply in time. Silence while idle is fine. */
class ReplySocket extends Socket {
  readonly #replyMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(replyMs: number) {
    super();
    this.#replyMs = replyMs;
    const disarm = (): void => {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
    this.on('data', disarm).on('close', disarm);
  }

  // Not `write`, which Node itself resets when a socket connects.
  override _write(...args: Parameters<Socket['_write']>): void {
    this.#expectReply();
    super._write(...args);
  }

  override _writev(...args: Parameters<NonNullable<Socket['_writev']>>): void {
    this.#expectReply();
    super._writev?.(...args);
  }

  #expectReply(): void {
    const end = (): void =>
      void (this.#timer && this.destroy(new NoAnswerError(`No answer within ${this.#replyMs} ms`)));
    this.#timer ??= setTimeout(() => setImmediate(end), this.#replyMs).unref();
  }
}

/**
 * Detects when PostgreSQL falls silent. While a query is open on a watched connection, a separate connection checks
 * every half second; when the answer is late, all watched connections are ended. At other times it checks every 5 s,
 * for connections that only listen. Without it, the sockets of a network that was cut without a reset would look
 * established for a quarter of an hour, and queries would wait that long.
 */
export class PostgresWatch {
  readonly #options: Required<PostgresWatchOptions>;
  readonly #sockets = new Set<Socket>();
  readonly #waiting = new Set<Socket>();
  readonly #stopping = new AbortController();
  #isIdle = false;
  #wake: () => void = () => undefined;
  #isSilent = false;

  constructor(options: PostgresWatchOptions) {
    this.#options = { idleIntervalMs: IDLE_INTERVAL_MS, ...options };
  }

  /**
   * Returns a class of watched clients, also for the option `Client` of `pg`'s pools. With `replyMs`, a connection also
   * ends when a statement gets no reply within that time.
   */
  clients(replyMs?: number): new (config?: pg.ClientConfig) => pg.Client {
    const open = (): Socket => this.#open(replyMs);
    const onQuery = (socket: Socket): void => this.#onQuery(socket);
    const onDrain = (socket: Socket): void => void this.#waiting.delete(socket);
    return class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        const socket = open();
        super({ ...config, stream: () => socket });
        const { query } = this;
        this.query = ((...args: unknown[]): unknown => {
          onQuery(socket);
          return Reflect.apply(query, this, args);
        }) as typeof query;
        // Every query has been answered.
        this.on('drain', () => onDrain(socket));
      }
    };
  }

  #open(replyMs: number | undefined): Socket {
    const socket = replyMs === undefined ? new Socket() : new ReplySocket(replyMs);
    this.#sockets.add(socket);
    return socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#waiting.delete(socket);
    });
  }

  #onQuery(socket: Socket): void {
    if (socket.destroyed) return;
    this.#waiting.add(socket);
    if (this.#isIdle) this.#wake();
  }

  /** Checks until `stop` is called. */
  start(): void {
    void this.#watch();
  }

  /** Ends every connection; open queries fail at once. */
  endAll(error: Error): void {
    for (const socket of this.#sockets) socket.destroy(error);
  }

  /** Stops checking. Connections are left to their owners. */
  stop(): void {
    this.#stopping.abort();
    this.#wake();
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const socket = new Socket();
      const giveUp = (): void => void socket.destroy();
      signal.addEventListener('abort', giveUp, { once: true });
      // Rejects at any failure; checking goes on with a new connection, for which the host name is resolved again.
      await this.#check(socket).catch((error: unknown) => this.#failed(error));
      signal.removeEventListener('abort', giveUp);
      socket.destroy();
      await this.#pause(BUSY_INTERVAL_MS);
    }
  }

  async #check(socket: Socket): Promise<void> {
    const { databaseUrl, name } = this.#options;
    const client = new pg.Client({ connectionString: databaseUrl, application_name: name, stream: () => socket });
    // The pending query rejects with the same error.
    client.on('error', () => undefined);
    await storeAnswer(client.connect());
    while (!this.#stopping.signal.aborted) {
      await storeAnswer(client.query('SELECT 1'));
      this.#isSilent = false;
      await this.#untilDue();
    }
  }

  /**
   * Resolves when the next check is due: half a second after the start of a query that is still open, else after
   * `idleIntervalMs`.
   */
  async #untilDue(): Promise<void> {
    const dueAt = performance.now() + this.#options.idleIntervalMs;
    do {
      if (this.#waiting.size === 0) await this.#waitIdle(dueAt - BUSY_INTERVAL_MS - performance.now());
      await this.#pause(BUSY_INTERVAL_MS);
    } while (this.#waiting.size === 0 && performance.now() < dueAt && !this.#stopping.signal.aborted);
  }

  /** Pauses until a query starts, but not longer than `ms`. */
  async #waitIdle(ms: number): Promise<void> {
    this.#isIdle = true;
    await this.#pause(ms);
    this.#isIdle = false;
  }

  #failed(error: unknown): void {
    if (!(error instanceof NoAnswerError) || this.#stopping.signal.aborted) return;
    const silence = new NoAnswerError('PostgreSQL fell silent');
    this.endAll(silence);
    if (!this.#isSilent) this.#options.onSilence(silence);
    this.#isSilent = true;
  }

  async #pause(ms: number): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
