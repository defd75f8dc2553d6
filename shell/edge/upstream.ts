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

const isUnsendable = (error: unknown): boolean => error instanceof errors.InvalidArgumentError;

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

  async function ask({ method, path, headers, body }: UpstreamRequest, withinMs: number): Promise<UpstreamAnswer> {
    const used = pool;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), withinMs);
    try {
      const answer = await used.request({ method, path, headers, body: body ?? null, signal: deadline.signal });
      const bytes = await answer.body.bytes();
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      };
    } catch (error) {
      if (deadline.signal.aborted) {
        renew(used);
        throw new ApiError('upstream_timeout', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error });
      }
      throw isUnsendable(error) ? new ApiError('invalid_http', undefined, { cause: error }) : unavailable(error);
    } finally {
      clearTimeout(timer);
    }
  }

  return { ask, close: () => pool.destroy() };
}
