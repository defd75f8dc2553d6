import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { codingOf } from './content-coding.ts';

/** A file's complete response, with status 200. */
export interface StoredResponse {
  readonly headers: Readonly<Record<string, string | number | string[]>>;
  readonly body: Buffer;
}

/** Several times the size of the live releases' files. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Addresses with no query and nothing to decode, so that each file has one key. */
const PLAIN = /^\/[\w/-]+(?:\.[\w-]+)*$/;

type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** Returns the key under which a request's response is kept; undefined if it is read from disk each time. */
const keyOf = ({ method, url = '', headers }: RequestHead): string | undefined =>
  method === 'GET' && headers.host !== undefined && headers.range === undefined && PLAIN.test(url)
    ? `${url} ${codingOf(headers['accept-encoding'])}`
    : undefined;

/** Omits `Connection` and `Keep-Alive`, the default in HTTP/1.1: a fifth of a file's header bytes. */
export const omitConnectionHeader = (response: ServerResponse): void => {
  if (!response.hasHeader('connection')) response.removeHeader('connection');
};

/** An LRU cache of file responses. It is checked before routing, which would cost more than the response itself. */
export class FileMemory {
  readonly #responses: LRUCache<string, StoredResponse>;

  /** `maxBytes`: total of all bodies. */
  constructor(maxBytes = MAX_BYTES) {
    this.#responses = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ body }) => Math.max(1, body.length) });
  }

  /** Returns whether the response to this request may be kept. */
  mayKeep(request: RequestHead): boolean {
    return keyOf(request) !== undefined;
  }

  /**
   * Keeps the response to a request until it is evicted, except in a second-best coding, which other clients may not
   * accept.
   */
  keep(request: RequestHead, response: StoredResponse): void {
    const key = keyOf(request);
    const allowed = [undefined, codingOf(request.headers['accept-encoding'])];
    if (key !== undefined && allowed.some((coding) => coding === response.headers['content-encoding']))
      this.#responses.set(key, response);
  }

  /** Sends the kept response to the request, if there is one. Returns whether it did. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const key = keyOf(request);
    const stored = key === undefined ? undefined : this.#responses.get(key);
    if (!stored) return false;
    omitConnectionHeader(response);
    response.writeHead(200, stored.headers).end(stored.body);
    return true;
  }
}
