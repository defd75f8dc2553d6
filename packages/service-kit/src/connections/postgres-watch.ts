import { Socket } from 'node:net';
import pg from 'pg';
import { NoAnswerError, within } from './within.ts';

export interface PostgresWatchOptions {
  readonly databaseUrl: string;
  /** `application_name` of the connection that asks. */
  readonly name: string;
  /** Called once per outage, when all connections have just been ended. */
  readonly onSilence: (error: Error) => void;
  /** Between two checks while no query is open, in ms. */
  readonly restingMs?: number;
}

/**
 * For the option `options` of `pg`: the server notices within half a minute that the other end is gone without a word,
 * and lets go of what that connection held.
 */
export const SERVER_KEEPALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/** Between two checks while a query is open on a watched connection. */
const EVERY_MS = 500;
const RESTING_MS = 5000;
/** A server that takes longer to answer, or to accept a connection, counts as silent. */
const ANSWER_MS = 1500;

/** Ends itself when what was written to it gets no reply in time. Idle silence is fine. */
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

  // Not `write`, which Node itself puts back when a socket connects.
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
 * Notices when PostgreSQL falls silent: while a query is open on a watched connection, a connection of its own checks
 * every half second, and when the answer is late, all watched ones are ended. A network that is cut without a word
 * resets nothing: the sockets look established for a quarter of an hour, and a query waits as long. Otherwise it checks
 * every 5 s, for connections that only listen.
 */
export class PostgresWatch {
  readonly #options: Required<PostgresWatchOptions>;
  readonly #sockets = new Set<Socket>();
  readonly #waiting = new Set<Socket>();
  readonly #stopping = new AbortController();
  #isResting = false;
  #wake: () => void = () => undefined;
  #isSilent = false;

  constructor(options: PostgresWatchOptions) {
    this.#options = { restingMs: RESTING_MS, ...options };
  }

  /** Returns the class of the clients to watch, also for the option `Client` of `pg`'s pools. With `replyMs` a connection also ends by itself when a statement gets no reply for so long. */
  clients(replyMs?: number): new (config?: pg.ClientConfig) => pg.Client {
    const open = (): Socket => this.#open(replyMs);
    const waits = (socket: Socket): void => this.#waits(socket);
    const rests = (socket: Socket): void => void this.#waiting.delete(socket);
    return class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        const socket = open();
        super({ ...config, stream: () => socket });
        const ask = this.query;
        this.query = ((...args: unknown[]): unknown => {
          waits(socket);
          return Reflect.apply(ask, this, args);
        }) as typeof ask;
        // All that was asked is answered.
        this.on('drain', () => rests(socket));
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

  #waits(socket: Socket): void {
    if (socket.destroyed) return;
    this.#waiting.add(socket);
    if (this.#isResting) this.#wake();
  }

  /** Asks until `stop`. */
  start(): void {
    void this.#watch();
  }

  /** Ends every connection; open queries fail at once. */
  endAll(error: Error): void {
    for (const socket of this.#sockets) socket.destroy(error);
  }

  /** Asks no more. Connections are left to their owners. */
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
      // Ends with every failure; asking goes on with a new connection, for which the name is looked up anew.
      await this.#ask(socket).catch((error: unknown) => this.#failed(error));
      signal.removeEventListener('abort', giveUp);
      socket.destroy();
      await this.#pause(EVERY_MS);
    }
  }

  async #ask(socket: Socket): Promise<void> {
    const { databaseUrl, name } = this.#options;
    const client = new pg.Client({ connectionString: databaseUrl, application_name: name, stream: () => socket });
    // The check under way fails with it.
    client.on('error', () => undefined);
    await within(ANSWER_MS, client.connect());
    while (!this.#stopping.signal.aborted) {
      await within(ANSWER_MS, client.query('SELECT 1'));
      this.#isSilent = false;
      await this.#untilDue();
    }
  }

  /** Resolves when the next check is due: half a second after a query started that is still open, else `restingMs`. */
  async #untilDue(): Promise<void> {
    const dueAt = performance.now() + this.#options.restingMs;
    do {
      if (this.#waiting.size === 0) await this.#rest(dueAt - EVERY_MS - performance.now());
      await this.#pause(EVERY_MS);
    } while (this.#waiting.size === 0 && performance.now() < dueAt && !this.#stopping.signal.aborted);
  }

  /** Pauses until a query starts, but not longer than `ms`. */
  async #rest(ms: number): Promise<void> {
    this.#isResting = true;
    await this.#pause(ms);
    this.#isResting = false;
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
