import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';

/** A file's whole answer, with status 200. */
export interface StoredAnswer {
  readonly headers: Readonly<Record<string, string | number | string[]>>;
  readonly body: Buffer;
}

/** The files of the live releases fit several times. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Addresses without anything to decode or to leave out, so that one file has one key. */
const PLAIN = /^\/[\w/-]+(?:\.[\w-]+)*$/;

/** What the disk, not the memory, has to answer. */
const CONDITIONS = ['range', 'if-range', 'if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since'];
const CODINGS = ['br', 'gzip', 'deflate'];

/** Returns the request's content codings in a form that few requests differ in; undefined where weights decide. */
const codingsOf = (accepted = ''): string | undefined => {
  if (/[;*]/.test(accepted)) return undefined;
  const lower = accepted.toLowerCase();
  return CODINGS.filter((coding) => lower.includes(coding)).join();
};

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** Returns under which key a request's answer is kept; undefined for what is read from the disk each time. */
const keyOf = ({ method, url = '', headers }: Asked): string | undefined => {
  if (method !== 'GET' || headers.host === undefined || !PLAIN.test(url)) return undefined;
  if (CONDITIONS.some((name) => headers[name] !== undefined)) return undefined;
  const codings = codingsOf(headers['accept-encoding']);
  return codings === undefined ? undefined : `${url} ${codings}`;
};

/** Node says that it keeps the connection unless told not to: HTTP/1.1 means that anyway, and it is a fifth of a file's headers. */
export const leaveConnectionUnsaid = (response: ServerResponse): void => {
  if (!response.hasHeader('connection')) response.removeHeader('connection');
};

export interface FileMemoryOptions {
  /** Of all bodies together. */
  readonly maxBytes?: number;
  /** Milliseconds since any moment. */
  readonly clock?: { readonly now: () => number };
}

/** Answers of files in memory; what was not asked for the longest makes room. They go out before the router is asked: routing would cost more than the answer. */
export class FileMemory {
  readonly #answers: LRUCache<string, StoredAnswer>;

  constructor({ maxBytes = MAX_BYTES, clock = performance }: FileMemoryOptions = {}) {
    this.#answers = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ body }) => Math.max(1, body.length),
      perf: clock,
      ttlResolution: 0,
    });
  }

  /** Whether this request's answer may be kept. */
  mayKeep(request: Asked): boolean {
    return keyOf(request) !== undefined;
  }

  /** Keeps the answer of a request for at most `ms`, or until there is no room for it. */
  keep(request: Asked, answer: StoredAnswer, ms?: number): void {
    const key = keyOf(request);
    if (key !== undefined) this.#answers.set(key, answer, ms === undefined ? {} : { ttl: ms });
  }

  /** Answers the request if its answer is here. Returns whether it did. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const key = keyOf(request);
    const stored = key === undefined ? undefined : this.#answers.get(key);
    if (!stored) return false;
    leaveConnectionUnsaid(response);
    response.writeHead(200, stored.headers).end(stored.body);
    return true;
  }
}
