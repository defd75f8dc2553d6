/** What is used here of autocannon, which brings no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  /** What the requests of one connection share; fresh with each run through the list. */
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
    /** Requests over all connections. */
    readonly amount: number;
    /** Of one request, in seconds. */
    readonly timeout: number;
    /** How often totals are sampled, in ms: a run ends with a sample. */
    readonly sampleInt?: number;
    readonly requests?: readonly Request[];
    readonly setupClient?: (client: Client) => void;
  }

  export interface Result {
    readonly errors: number;
    readonly timeouts: number;
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  }

  /** The callback comes with the end; 'response' with each answer: client, status, bytes, ms. */
  export default function autocannon(
    options: Options,
    onEnd: (error: Error | null, result: Result) => void,
  ): EventEmitter;
}
