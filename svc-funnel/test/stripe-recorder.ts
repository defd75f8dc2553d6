import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callHttp, type HttpResponse } from '@course/test-kit/call-http';

export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly form: URLSearchParams;
  readonly idempotencyKey: string | undefined;
}

/**
 * `drop`: the connection is closed without a call of the API. `lose`: the API is called, but its response is lost. With
 * a status: that response is returned without a call of the API.
 */
export type Fault = 'drop' | 'lose' | { readonly status: number; readonly error: Readonly<Record<string, string>> };

export interface Recorder {
  readonly url: string;
  readonly calls: ApiCall[];
  /** Called before each call of the API: undefined lets it through, a promise of undefined delays it. */
  fault: ((call: ApiCall) => Fault | undefined | Promise<undefined>) | undefined;
  stop(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts).toString('utf8');
};

const forward = async (target: string, request: IncomingMessage, body: string): Promise<HttpResponse> => {
  const headers = new Headers();
  for (const name of ['authorization', 'content-type', 'idempotency-key', 'stripe-version']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return callHttp(target + (request.url ?? ''), { method: request.method ?? 'GET', headers, body: body || undefined });
};

const answer = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
};

/** Starts a proxy between the SDK and an API with Stripe's wire format that records calls, and fails on demand. */
export async function startRecorder(target: string): Promise<Recorder> {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const key = request.headers['idempotency-key'];
    const call: ApiCall = {
      method: request.method ?? '',
      path: (request.url ?? '').split('?')[0] ?? '',
      form: new URLSearchParams(body),
      idempotencyKey: typeof key === 'string' ? key : undefined,
    };
    recorder.calls.push(call);
    const fault = await recorder.fault?.(call);
    if (typeof fault === 'object') return answer(response, fault.status, JSON.stringify({ error: fault.error }));
    const forwarded = fault === 'drop' ? undefined : await forward(target, request, body);
    if (fault || !forwarded) return void response.destroy();
    answer(response, forwarded.status, forwarded.text);
  };
  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const recorder: Recorder = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    fault: undefined,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return recorder;
}
