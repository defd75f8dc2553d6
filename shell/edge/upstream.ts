import dns from 'node:dns';
import type { IncomingHttpHeaders } from 'node:http';
import type { LookupFunction } from 'node:net';
import { ApiError } from '@course/contracts';
import { errors, Pool, type Dispatcher } from 'undici';

/** A complete request, ready to be sent on. */
export interface UpstreamRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | null;
}

/** A complete response: its connection is free again, however slowly the client reads. */
export interface UpstreamResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Upstream {
  /** Rejects with `upstream_timeout` or `store_unavailable`. */
  send(request: UpstreamRequest, timeoutMs: number): Promise<UpstreamResponse>;
  close(): Promise<void>;
}

const CONNECT_MS = 2000;
/** A connection is replaced after this long, so that a newly started copy gets its share. */
const CONNECTION_MAX_MS = 30_000;
/** Pauses before each retry. By then a replaced copy's name resolves to another one. */
const RETRY_PAUSES_MS = [20, 200];
/** Short, so that an idle connection which the network has silently dropped is not kept for the next visitor. */
const IDLE_MS = 4000;
const RESPONSE_MAX_BYTES = 32 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 2;

const unavailable = (cause: unknown): ApiError =>
  new ApiError('store_unavailable', 'This service is restarting. Nothing was lost; try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });

const isUnsendable = (error: unknown): boolean => error instanceof errors.InvalidArgumentError;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** No connection was established, so no byte of the request has reached a service. */
const NOT_SENT = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];
/** The connection broke; the service may have processed the request. */
const BROKEN = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];
/** Methods that have the same effect when repeated (RFC 9110, 9.2.2). */
const IDEMPOTENT = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'];

const mayRetry = (error: unknown, method: string): boolean =>
  NOT_SENT.includes(codeOf(error)) || (BROKEN.includes(codeOf(error)) && IDEMPOTENT.includes(method));

/**
 * Resolves a name to all its addresses, in random order: copies of a service share a name, and each new connection may
 * go to any of them. Node tries the next address when one refuses (`autoSelectFamily`).
 */
const anyAddress: LookupFunction = (hostname, options, callback) =>
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error || options.all) return callback(error, error ? [] : shuffled(addresses));
    const [first] = shuffled(addresses);
    callback(null, first?.address ?? '', first?.family);
  });

const shuffled = <T>(values: readonly T[]): T[] =>
  values
    .map((value) => ({ value, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value);

/** Exactly one of `resolve` and `reject` is called, once. */
interface CallHandlers {
  readonly resolve: (response: UpstreamResponse) => void;
  readonly reject: (error: ApiError) => void;
  /** Called before the rejection when no response arrived in time. */
  readonly onTimeout: () => void;
}

/**
 * One call: collects the complete response, and retries where that is safe. undici's `request` creates a stream and a
 * signal for each call, which costs a quarter of its CPU time; a promise for each step costs a tenth.
 */
class Call implements Dispatcher.DispatchHandler {
  readonly #pool: Pool;
  readonly #request: UpstreamRequest;
  readonly #handlers: CallHandlers;
  readonly #deadline: NodeJS.Timeout;
  #retries = 0;
  #isLate = false;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] = [];

  constructor(pool: Pool, request: UpstreamRequest, timeoutMs: number, handlers: CallHandlers) {
    this.#pool = pool;
    this.#request = request;
    this.#handlers = handlers;
    this.#deadline = setTimeout(() => this.#giveUp(new Error(`No response within ${timeoutMs} ms`)), timeoutMs);
  }

  send(): void {
    if (this.#isLate) return;
    this.#chunks = [];
    this.#pool.dispatch(this.#request, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The call was waiting for a connection until now.
    if (this.#isLate) controller.abort(new Error('Too late'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    clearTimeout(this.#deadline);
    const [first = Buffer.alloc(0), ...rest] = this.#chunks;
    const body = rest.length === 0 ? first : Buffer.concat(this.#chunks);
    this.#handlers.resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isLate) return;
    const pauseMs = RETRY_PAUSES_MS[this.#retries];
    if (pauseMs !== undefined && mayRetry(error, this.#request.method)) {
      this.#retries += 1;
      setTimeout(() => this.send(), pauseMs);
      return;
    }
    clearTimeout(this.#deadline);
    this.#handlers.reject(
      isUnsendable(error) ? new ApiError('invalid_http', undefined, { cause: error }) : unavailable(error),
    );
  }

  /** Ends the call in any state: waiting for a connection, in flight, or pausing before a retry. */
  #giveUp(error: Error): void {
    this.#isLate = true;
    this.#controller?.abort(error);
    this.#handlers.onTimeout();
    this.#handlers.reject(new ApiError('upstream_timeout', undefined, { cause: error }));
  }
}

/**
 * Returns a client for a service, with its own connection pool. A request that reached no copy of the service is
 * retried, and so is an idempotent one whose connection broke. Nothing else is sent twice: only the caller knows what
 * may be repeated.
 */
export function upstream(origin: string, connections: number): Upstream {
  const open = (): Pool =>
    new Pool(origin, {
      connections,
      connect: { timeout: CONNECT_MS, lookup: anyAddress },
      clientTtl: CONNECTION_MAX_MS,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      // The timeout of `send` covers waiting for a connection, the response's head and its body, over all attempts.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: RESPONSE_MAX_BYTES,
    });
  let pool = open();

  /** After a timeout the other connections may be dead as well, and the name may resolve to another address. */
  const replacePool = (timedOut: Pool): void => {
    if (pool !== timedOut) return;
    pool = open();
    timedOut.close().catch(() => undefined);
  };

  const send = (request: UpstreamRequest, timeoutMs: number): Promise<UpstreamResponse> =>
    new Promise((resolve, reject) => {
      const used = pool;
      new Call(used, request, timeoutMs, { resolve, reject, onTimeout: () => replacePool(used) }).send();
    });

  return { send, close: () => pool.destroy() };
}
