import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@course/contracts';
import { errors, Pool, type Dispatcher } from 'undici';

/** A complete request, ready to be sent on. */
export interface UpstreamRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | undefined;
}

/** A complete answer: its connection is free again, however slowly the client reads. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Upstream {
  /** Asks once. Rejects with `upstream_timeout` or `store_unavailable`. */
  ask(request: UpstreamRequest, withinMs: number): Promise<UpstreamAnswer>;
  close(): Promise<void>;
}

const CONNECT_MS = 2000;
/** Short, so that an idle connection that a network has silently lost is not kept for the next visitor. */
const IDLE_MS = 4000;
const ANSWER_MAX_BYTES = 32 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 2;

const unavailable = (cause: unknown): ApiError =>
  new ApiError('store_unavailable', 'This service is restarting. Nothing was lost; try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });

const refusalOf = (cause: unknown): ApiError =>
  cause instanceof errors.InvalidArgumentError
    ? new ApiError('invalid_http', undefined, { cause })
    : unavailable(cause);

type Outcome = { readonly answer: UpstreamAnswer } | { readonly error: unknown };

/** One call, for `dispatch`, which hands over the answer in its pieces. `request` makes a stream of them, and takes an AbortSignal: a fifth of what a call costs. */
class Call implements Dispatcher.DispatchHandler {
  readonly #settle: (outcome: Outcome) => void;
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #controller: Dispatcher.DispatchController | undefined;
  #givenUp: Error | undefined;

  /** `settle` may be called again after a call that was given up, which a promise ignores. */
  constructor(settle: (outcome: Outcome) => void) {
    this.#settle = settle;
  }

  /** Ends the call, also where it still waits for a connection: then nothing of it is sent. */
  giveUp(error: Error): void {
    this.#givenUp = error;
    this.#settle({ error });
    this.#controller?.abort(error);
  }

  fail(error: unknown): void {
    this.#settle({ error });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#givenUp) controller.abort(this.#givenUp);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [only = Buffer.alloc(0), ...others] = this.#chunks;
    const body = others.length > 0 ? Buffer.concat(this.#chunks) : only;
    this.#settle({ answer: { status: this.#status, headers: this.#headers, body } });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }
}

/** A service behind a pool of connections of its own. Nothing is sent twice: only the caller knows what may be repeated. */
export function upstream(origin: string, connections: number): Upstream {
  const open = (): Pool =>
    new Pool(origin, {
      connections,
      connect: { timeout: CONNECT_MS },
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      // The one deadline of `ask` covers waiting for a connection, the answer's head and its body.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: ANSWER_MAX_BYTES,
    });
  let pool = open();

  /** After a silence the other connections may be dead as well, and the name may mean another address. */
  const renew = (silent: Pool): void => {
    if (pool !== silent) return;
    pool = open();
    silent.close().catch(() => undefined);
  };

  const ask = ({ method, path, headers, body }: UpstreamRequest, withinMs: number): Promise<UpstreamAnswer> =>
    new Promise((resolve, reject) => {
      const used = pool;
      const call = new Call((outcome) => {
        clearTimeout(timer);
        if ('answer' in outcome) resolve(outcome.answer);
        else if (outcome.error instanceof ApiError) reject(outcome.error);
        else reject(refusalOf(outcome.error));
      });
      const timer = setTimeout(() => {
        renew(used);
        const cause = new Error(`No answer within ${withinMs} ms`);
        call.giveUp(new ApiError('upstream_timeout', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause }));
      }, withinMs);
      try {
        used.dispatch({ method, path, headers, body: body ?? null }, call);
      } catch (error) {
        call.fail(error);
      }
    });

  return { ask, close: () => pool.destroy() };
}
