import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Does what the provider's script does on the network: reports every call. */
const SCRIPT = `
const report = ([method, name]) => fetch(new URL('/seen?call=' + method + ':' + (name ?? ''), document.currentScript?.src ?? base), { mode: 'no-cors', method: 'POST' });
const base = document.currentScript.src;
const waiting = window.ttq.splice(0);
window.ttq.push = (call) => void report(call);
waiting.forEach(report);
`;

/** An advertising host on this machine that records its requests. */
export interface PixelHost {
  readonly scriptUrl: string;
  /** Paths of all requests so far. */
  readonly requests: readonly string[];
  /** Returns the reported calls, such as `track:Contact`, in order of arrival. */
  readonly calls: () => string[];
  forget(): void;
  stop(): void;
}

export async function startPixelHost(): Promise<PixelHost> {
  const requests: string[] = [];
  const server = http.createServer((request, response) => {
    requests.push(request.url ?? '');
    response
      .writeHead(200, {
        'content-type': 'text/javascript',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .end(SCRIPT);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    scriptUrl: `${origin}/events.js`,
    requests,
    calls: () => requests.flatMap((url) => new URL(url, origin).searchParams.get('call') ?? []),
    forget: () => void requests.splice(0),
    stop: () => void server.close(),
  };
}
