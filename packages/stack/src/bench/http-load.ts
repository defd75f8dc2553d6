import { connect, type Socket } from 'node:net';
import { percentile } from './median.ts';

export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  /** How many requests in all. */
  readonly requests: number;
  /** The path and body of the request number `n`. */
  readonly request: (n: number) => { readonly path: string; readonly body: string };
  /** How long the whole may take, in ms. */
  readonly timeoutMs?: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
}

const HEAD_END = '\r\n\r\n';

/** Status and length of an answer that is whole, else nothing. */
const wholeAnswer = (text: string): { status: number; length: number } | undefined => {
  const headEnd = text.indexOf(HEAD_END);
  if (headEnd === -1) return undefined;
  const head = text.slice(0, headEnd);
  const length = headEnd + HEAD_END.length + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return text.length >= length ? { status: Number(head.slice(9, 12)), length } : undefined;
};

const encode = ({ path, body }: { path: string; body: string }): string =>
  `POST ${path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** Posts over kept connections, each sending its next request when the last was answered. Answers hold ASCII only. */
export const httpLoad = async ({ port, connections, requests, request, timeoutMs = 60_000 }: LoadOptions): Promise<LoadResult> => {
  const times: number[] = [];
  const statuses = new Map<number, number>();
  let sent = 0;
  const sockets: Socket[] = [];
  const converse = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
      sockets.push(socket);
      let received = '';
      let sentAt = 0;
      const next = (): void => {
        if (sent >= requests) return void socket.end(resolve);
        sentAt = performance.now();
        socket.write(encode(request(sent++)));
      };
      socket.on('connect', next);
      socket.on('error', reject);
      socket.on('data', (chunk: string) => {
        received += chunk;
        const answer = wholeAnswer(received);
        if (!answer) return;
        received = received.slice(answer.length);
        times.push(performance.now() - sentAt);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        next();
      });
    });
  const timer = setTimeout(() => sockets.forEach((socket) => socket.destroy(new Error(`The load took longer than ${timeoutMs} ms`))), timeoutMs);
  const startedAt = performance.now();
  try {
    await Promise.all(Array.from({ length: connections }, converse));
  } finally {
    clearTimeout(timer);
  }
  return { perSecond: (requests * 1000) / (performance.now() - startedAt), p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99), statuses };
};
