/** The part of autocannon that is used here. It has no types of its own. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  /** Shared by the requests of one connection; reset for each pass through the list. */
  export type Context = Record<string, string>;

  export interface Request {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly setupRequest?: (request: Request, context: Context) => Request;
    readonly onResponse?: (
      status: number,
      body: string,
      context: Context,
      headers: Readonly<Record<string, string | string[] | undefined>>,
    ) => void;
  }

  export interface Client {
    setRequests(requests: readonly Request[]): void;
  }

  export interface Options {
    readonly url: string;
    readonly connections: number;
    /** Total number of requests over all connections. */
    readonly amount: number;
    /** Timeout of one request, in seconds. */
    readonly timeout: number;
    /** Interval at which totals are sampled, in ms. A run ends with a sample. */
    readonly sampleInt?: number;
    readonly requests?: readonly Request[];
    readonly setupClient?: (client: Client) => void;
  }

  export interface Result {
    readonly errors: number;
    readonly timeouts: number;
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  }

  /** Calls `onEnd` at the end, and emits 'response' for each response: client, status, bytes, ms. */
  export default function autocannon(
    options: Options,
    onEnd: (error: Error | null, result: Result) => void,
  ): EventEmitter;
}
