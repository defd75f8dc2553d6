import type { IncomingHttpHeaders } from 'node:http';

/** They belong to one connection. `expect` was answered by the edge, and the body has one length once it is complete. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What clients or proxies say about the client. The edge alone decides it. */
const isAboutTheClient = (name: string): boolean =>
  name === 'forwarded' || name === 'x-real-ip' || name.startsWith('x-forwarded-');

const namedByConnection = ({ connection }: IncomingHttpHeaders): readonly string[] =>
  connection === undefined || connection === 'keep-alive' || connection === 'close'
    ? []
    : connection
        .toLowerCase()
        .split(',')
        .map((name) => name.trim());

/** Returns a request's headers as a service gets them. `publicHost` is for requests that name none. */
export function requestHeaders(given: IncomingHttpHeaders, address: string, publicHost: string): IncomingHttpHeaders {
  const dropped = namedByConnection(given);
  const headers: IncomingHttpHeaders = {};
  for (const name in given) {
    if (!OF_THE_CONNECTION.has(name) && !isAboutTheClient(name) && !dropped.includes(name)) headers[name] = given[name];
  }
  return Object.assign(headers, { host: given.host ?? publicHost, 'x-forwarded-for': address });
}

/** Returns an answer's headers as the client gets them. The length is kept for HEAD, whose body is not there. */
export function answerHeaders(given: IncomingHttpHeaders, method: string): Record<string, string | string[]> {
  const dropped = namedByConnection(given);
  const headers: Record<string, string | string[]> = {};
  for (const name in given) {
    const value = given[name];
    const isLengthOfHead = name === 'content-length' && method === 'HEAD';
    if (value !== undefined && (isLengthOfHead || !OF_THE_CONNECTION.has(name)) && !dropped.includes(name))
      headers[name] = value;
  }
  return headers;
}
