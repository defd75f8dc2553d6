import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { codingOf } from './content-coding.ts';

/** A file's whole answer, with status 200. */
export interface StoredAnswer {
  readonly headers: Readonly<Record<string, string | number | string[]>>;
  readonly body: Buffer;
}

/** The files of the live releases fit several times. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Addresses without anything to decode or to leave out, so that one file has one key. */
const PLAIN = /^\/[\w/-]+(?:\.[\w-]+)*$/;

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** Returns under which key a request's answer is kept; undefined for what is read from the disk each time. */
const keyOf = ({ method, url = '', headers }: Asked): string | undefined =>
  method === 'GET' && headers.host !== undefined && headers.range === undefined && PLAIN.test(url)
    ? `${url} ${codingOf(headers['accept-encoding'])}`
    : undefined;

/** Omits `Connection` and `Keep-Alive`, the default in HTTP/1.1: a fifth of a file's header bytes. */
export const omitConnectionHeader = (response: ServerResponse): void => {
  if (!response.hasHeader('connection')) response.removeHeader('connection');
};

/** Answers of files in memory; what was not asked for the longest makes room. They go out before the router is asked: routing would cost more than the answer. */
export class FileMemory {
  readonly #answers: LRUCache<string, StoredAnswer>;

  /** `maxBytes`: of all bodies together. */
  constructor(maxBytes = MAX_BYTES) {
    this.#answers = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ body }) => Math.max(1, body.length) });
  }

  /** Whether this request's answer may be kept. */
  mayKeep(request: Asked): boolean {
    return keyOf(request) !== undefined;
  }

  /** Keeps the answer of a request until there is no room for it; not in a second-best coding, which others may not allow. */
  keep(request: Asked, answer: StoredAnswer): void {
    const key = keyOf(request);
    const allowed = [undefined, codingOf(request.headers['accept-encoding'])];
    if (key !== undefined && allowed.some((coding) => coding === answer.headers['content-encoding']))
      this.#answers.set(key, answer);
  }

  /** Answers the request if its answer is here. Returns whether it did. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const key = keyOf(request);
    const stored = key === undefined ? undefined : this.#answers.get(key);
    if (!stored) return false;
    omitConnectionHeader(response);
    response.writeHead(200, stored.headers).end(stored.body);
    return true;
  }
}
