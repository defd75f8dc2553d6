import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface HttpCall {
  readonly method?: string;
  readonly headers?: Headers | Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/** Calls a server once, as `fetch` does, which costs several times the CPU: suites make thousands of calls. */
export const callHttp = (url: string, { method = 'GET', headers = {}, body }: HttpCall = {}): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const sent = new Headers(headers);
    if (!sent.has('user-agent')) sent.set('user-agent', 'node');
    if (body !== undefined) sent.set('content-length', String(Buffer.byteLength(body)));
    const call = request(url, { method, headers: Object.fromEntries(sent) }, (response) => {
      const received = new Headers();
      for (const [name, values = []] of Object.entries(response.headersDistinct))
        for (const value of values) received.append(name, value);
      text(response).then(
        (content) => resolve({ status: response.statusCode ?? 0, headers: received, text: content }),
        reject,
      );
    });
    call.on('error', reject);
    call.end(body);
  });
