import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface HttpCall {
  readonly method?: string;
  readonly headers?: Headers | Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/** Sends a request like `fetch`, for a fraction of its CPU time: suites send thousands. */
export const callHttp = (url: string, { method = 'GET', headers = {}, body }: HttpCall = {}): Promise<HttpResponse> =>
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
