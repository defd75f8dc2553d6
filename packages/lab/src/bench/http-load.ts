import { connect, type Socket } from 'node:net';
import { percentile } from './median.ts';

export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  /** Each is sent once, as its bytes stand on the wire: `postRequest` makes them. */
  readonly requests: readonly Buffer[];
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

/** The status of an answer and its length in bytes, once its head is there. */
const headOf = (start: Buffer): { status: number; length: number } | undefined => {
  const headEnd = start.indexOf(HEAD_END);
  if (headEnd === -1) return undefined;
  const head = start.toString('latin1', 0, headEnd);
  return {
    status: Number(head.slice(9, 12)),
    length: headEnd + HEAD_END.length + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0),
  };
};

/** A request as its bytes stand on the wire. Made ahead, so that making it takes nothing from what is measured. */
export const postRequest = (path: string, body: string): Buffer =>
  Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );

/** Posts over kept connections, each sending its next request when the last was answered. */
export const httpLoad = async ({
  port,
  connections,
  requests,
  timeoutMs = 60_000,
}: LoadOptions): Promise<LoadResult> => {
  const times: number[] = [];
  const statuses = new Map<number, number>();
  let sent = 0;
  const sockets: Socket[] = [];
  const converse = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1').setNoDelay(true);
      sockets.push(socket);
      let answer: ReturnType<typeof headOf>;
      let received = 0;
      let sentAt = 0;
      const next = (): void => {
        const request = requests[sent++];
        if (!request) return void socket.end(resolve);
        sentAt = performance.now();
        socket.write(request);
      };
      socket.on('connect', next);
      socket.on('error', reject);
      socket.on('data', (chunk: Buffer) => {
        // A head is short and comes in one piece.
        answer ??= headOf(chunk);
        received += chunk.length;
        if (!answer || received < answer.length) return;
        times.push(performance.now() - sentAt);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        answer = undefined;
        received = 0;
        next();
      });
    });
  const timer = setTimeout(
    () => sockets.forEach((socket) => socket.destroy(new Error(`The load took longer than ${timeoutMs} ms`))),
    timeoutMs,
  );
  const startedAt = performance.now();
  try {
    await Promise.all(Array.from({ length: connections }, converse));
  } finally {
    clearTimeout(timer);
  }
  return {
    perSecond: (requests.length * 1000) / (performance.now() - startedAt),
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    statuses,
  };
};
