import http from 'node:http';
import autocannon, { type Options, type Request } from 'autocannon';
import pMap from 'p-map';
import { Failure } from '@course/ops/failure';
import { percentile } from './percentile.ts';

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** Timeout of one request. */
const REQUEST_SECONDS = 60;
const SAMPLE_MS = 50;

const run = (options: Omit<Options, 'timeout' | 'sampleInt'>): Promise<LoadResult> =>
  new Promise((resolve, reject) => {
    const times: number[] = [];
    const startedAt = performance.now();
    let lastAt = startedAt;
    const instance = autocannon(
      { ...options, timeout: REQUEST_SECONDS, sampleInt: SAMPLE_MS },
      (error, { errors, timeouts, statusCodeStats } = { errors: 0, timeouts: 0, statusCodeStats: {} }) => {
        if (error) return reject(error);
        if (errors + timeouts > 0)
          return reject(new Failure(`${options.url}: ${errors} broken connections, ${timeouts} requests unanswered`));
        resolve({
          perSecond: (times.length * 1000) / (lastAt - startedAt),
          p50Ms: percentile(times, 0.5),
          p99Ms: percentile(times, 0.99),
          statuses: new Map(Object.entries(statusCodeStats).map(([status, { count }]) => [Number(status), count])),
        });
      },
    );
    // autocannon's own histogram has only whole milliseconds.
    instance.on('response', (_client: unknown, _status: number, _bytes: number, ms: number) => {
      times.push(ms);
      lastAt = performance.now();
    });
  });

export interface LoadOptions {
  /** Scheme, host and port. */
  readonly url: string;
  readonly connections: number;
  /** Each is sent once. They are created in advance, so that creating them is not measured. */
  readonly requests: readonly Request[];
}

/** Sends requests over keep-alive connections, each of which sends its next request after the last response. */
export const httpLoad = ({ url, connections, requests }: LoadOptions): Promise<LoadResult> => {
  const share = (index: number): readonly Request[] => requests.filter((_request, at) => at % connections === index);
  let clients = 0;
  return run({
    url,
    connections,
    amount: requests.length,
    setupClient: (client) => client.setRequests(share(clients++)),
  });
};

export interface RepeatOptions {
  readonly url: string;
  readonly connections: number;
  /** Each connection sends all of them in order, repeatedly. */
  readonly sequence: readonly Request[];
  readonly times: number;
}

/** Sends a sequence `times` times. */
export const repeatLoad = ({ url, connections, sequence, times }: RepeatOptions): Promise<LoadResult> =>
  run({ url, connections, amount: sequence.length * times, requests: sequence });

export interface ReadOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly times: number;
}

/**
 * Requests a file `times` times and discards it. autocannon would decode each body as text, which takes 3 ms for a
 * compressed script, so that the server would mostly idle.
 */
export const readLoad = async ({ url, headers, connections, times }: ReadOptions): Promise<LoadResult> => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const statuses = new Map<number, number>();
  const read = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const sentAt = performance.now();
      const request = http.get(url, { agent, headers }, (response) => {
        const status = response.statusCode ?? 0;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        response.resume().once('end', () => resolve(performance.now() - sentAt));
      });
      request.once('error', reject);
    });
  const startedAt = performance.now();
  const latencies = await pMap(Array.from({ length: times }), read, { concurrency: connections });
  const perSecond = (times * 1000) / (performance.now() - startedAt);
  agent.destroy();
  return { perSecond, p50Ms: percentile(latencies, 0.5), p99Ms: percentile(latencies, 0.99), statuses };
};

const JSON_HEADERS = { 'content-type': 'application/json' };

export const postRequest = (path: string, body: string): Request => ({
  method: 'POST',
  path,
  headers: JSON_HEADERS,
  body,
});

/** Throws if a response was not successful, because something else was measured then. */
export const requireSuccess = (what: string, { statuses }: LoadResult): void => {
  const refused = [...statuses].filter(([status]) => status < 200 || status > 299);
  if (refused.length > 0)
    throw new Failure(
      `${what}: ${refused.map(([status, count]) => `${count} responses with status ${status}`).join(', ')}. Does the stack run with RATE_LIMITS=off?`,
    );
};
