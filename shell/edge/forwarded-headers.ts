import type { IncomingHttpHeaders } from 'node:http';

/** Headers of a single connection. The edge has handled `expect`, and a complete body has a known length. */
const HOP_BY_HOP = new Set([
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

/** Returns whether a header makes claims about the client, which the edge alone determines. */
const isAboutClient = (name: string): boolean =>
  name === 'forwarded' || name === 'x-real-ip' || name.startsWith('x-forwarded-');

const namedByConnection = ({ connection }: IncomingHttpHeaders): readonly string[] =>
  connection === undefined || connection === 'keep-alive' || connection === 'close'
    ? []
    : connection
        .toLowerCase()
        .split(',')
        .map((name) => name.trim());

/** Returns a request's headers as the service receives them. `publicHost` is used for requests without a host. */
export function requestHeaders(
  original: IncomingHttpHeaders,
  address: string,
  publicHost: string,
): IncomingHttpHeaders {
  const dropped = namedByConnection(original);
  const headers: IncomingHttpHeaders = {};
  for (const name in original) {
    if (!HOP_BY_HOP.has(name) && !isAboutClient(name) && !dropped.includes(name)) headers[name] = original[name];
  }
  return Object.assign(headers, { host: original.host ?? publicHost, 'x-forwarded-for': address });
}

/** Returns a response's headers as the client receives them. The length is kept for HEAD, which has no body. */
export function responseHeaders(original: IncomingHttpHeaders, method: string): Record<string, string | string[]> {
  const dropped = namedByConnection(original);
  const headers: Record<string, string | string[]> = {};
  for (const name in original) {
    const value = original[name];
    const isLengthOfHead = name === 'content-length' && method === 'HEAD';
    if (value !== undefined && (isLengthOfHead || !HOP_BY_HOP.has(name)) && !dropped.includes(name))
      headers[name] = value;
  }
  return headers;
}
