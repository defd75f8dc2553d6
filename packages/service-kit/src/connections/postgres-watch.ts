import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { NoAnswerError, within } from './within.ts';

export interface PostgresWatchOptions {
  readonly databaseUrl: string;
  /** `application_name` of the connection that asks. */
  readonly name: string;
  /** Called once per outage, when all connections have just been ended. */
  readonly onSilence: (error: Error) => void;
  /** Between two questions while the watched connections are used, in ms. */
  readonly everyMs?: number;
  /** Between two questions while they rest, in ms. */
  readonly restingMs?: number;
  /** A server that takes longer to answer, or to accept a connection, counts as silent, in ms. */
  readonly answerMs?: number;
}

/**
 * For the option `options` of `pg`: the server notices within half a minute that the other end is gone without a word,
 * and lets go of what that connection held.
 */
export const SERVER_KEEPALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

const EVERY_MS = 500;
const RESTING_MS = 5000;
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
 * Notices when PostgreSQL falls silent: a connection of its own asks after each half second in which one that was made
 * with `stream` was used, and when the answer is late, all of those are ended. A network that is cut without a word
 * resets nothing: the sockets look established for a quarter of an hour, and whoever waits on one waits as long. While
 * nobody sends anything, nobody waits: then it asks every 5 s, for those who listen.
 */
export class PostgresWatch {
  readonly #options: Required<PostgresWatchOptions>;
  readonly #sockets = new Set<Socket>();
  readonly #stopping = new AbortController();
  #isSilent = false;

  constructor(options: PostgresWatchOptions) {
    this.#options = { everyMs: EVERY_MS, restingMs: RESTING_MS, answerMs: ANSWER_MS, ...options };
  }

  /** For the option `stream` of `pg`'s pools and clients. With `replyMs` a connection also ends by itself when a statement gets no reply for so long. */
  readonly stream = (replyMs?: number) => (): Socket => {
    const socket = replyMs === undefined ? new Socket() : new ReplySocket(replyMs);
    this.#sockets.add(socket);
    return socket.once('close', () => this.#sockets.delete(socket));
  };

  /** Asks until `stop`. */
  start(): void {
    void this.#watch();
  }

  /** Ends every connection; those waiting on one hear the error at once. */
  endAll(error: Error): void {
    for (const socket of this.#sockets) socket.destroy(error);
  }

  /** Asks no more. Connections are left to their owners. */
  stop(): void {
    this.#stopping.abort();
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
      await this.#pause();
    }
  }

  async #ask(socket: Socket): Promise<void> {
    const { databaseUrl, name, answerMs } = this.#options;
    const client = new pg.Client({ connectionString: databaseUrl, application_name: name, stream: () => socket });
    // The question under way hears of it.
    client.on('error', () => undefined);
    await within(answerMs, client.connect());
    while (!this.#stopping.signal.aborted) {
      await within(answerMs, client.query('SELECT 1'));
      this.#isSilent = false;
      await this.#untilUsed();
    }
  }

  /** Pauses until a watched connection was used since, or has rested for long. */
  async #untilUsed(): Promise<void> {
    const { everyMs, restingMs } = this.#options;
    const before = this.#bytes;
    for (let passedMs = 0; passedMs < restingMs && !this.#stopping.signal.aborted; passedMs += everyMs) {
      await this.#pause();
      if (this.#bytes !== before) return;
    }
  }

  /** Bytes that went over the open connections so far; the sockets count them under TLS as well. */
  get #bytes(): number {
    let sum = 0;
    for (const { bytesRead, bytesWritten } of this.#sockets) sum += bytesRead + bytesWritten;
    return sum;
  }

  #failed(error: unknown): void {
    if (!(error instanceof NoAnswerError) || this.#stopping.signal.aborted) return;
    const silence = new NoAnswerError('PostgreSQL fell silent');
    this.endAll(silence);
    if (!this.#isSilent) this.#options.onSilence(silence);
    this.#isSilent = true;
  }

  async #pause(): Promise<void> {
    await pause(this.#options.everyMs, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => undefined);
  }
}
