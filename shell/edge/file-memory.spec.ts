import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { FileMemory } from './file-memory.ts';

const aRequest = (url: string, headers: Record<string, string> = {}) =>
  ({ method: 'GET', url, headers: { host: 'localhost', ...headers } }) as unknown as IncomingMessage;

const aResponse = (bytes: number) => ({ headers: { 'content-type': 'text/css' }, body: Buffer.alloc(bytes) });

/** Returns the body that the memory serves; undefined if it has none. */
const bodyOf = (memory: FileMemory, request: IncomingMessage): unknown => {
  let sent: unknown;
  const response = { hasHeader: () => true, writeHead: () => ({ end: (body: unknown) => void (sent = body) }) };
  return memory.serve(request, response as unknown as ServerResponse) ? sent : undefined;
};

it('evicts the least recently used response', () => {
  const memory = new FileMemory(100);
  for (const url of ['/a', '/b']) memory.keep(aRequest(url), aResponse(50));
  bodyOf(memory, aRequest('/a'));
  memory.keep(aRequest('/c'), aResponse(50));
  expect(['/a', '/b', '/c'].map((url) => bodyOf(memory, aRequest(url)) !== undefined)).toEqual([true, false, true]);
});

it('evicts nothing for a response that is larger than the whole memory', () => {
  const memory = new FileMemory(100);
  memory.keep(aRequest('/a'), aResponse(50));
  memory.keep(aRequest('/b'), aResponse(101));
  expect([bodyOf(memory, aRequest('/a')) !== undefined, bodyOf(memory, aRequest('/b'))]).toEqual([true, undefined]);
});

it.each([
  ['another method', { ...aRequest('/a'), method: 'HEAD' } as IncomingMessage],
  ['a range', aRequest('/a', { range: 'bytes=0-1' })],
  ['another coding', aRequest('/a', { 'accept-encoding': 'br' })],
  ['an encoded address', aRequest('/%61')],
  ['no host', { ...aRequest('/a'), headers: {} } as IncomingMessage],
])('leaves a request with %s to the router', (_, request) => {
  const memory = new FileMemory();
  memory.keep(aRequest('/a'), aResponse(10));
  expect(bodyOf(memory, aRequest('/a'))).toBeDefined();
  expect(bodyOf(memory, request)).toBeUndefined();
});

it.each([
  ['no Accept-Encoding header', {}],
  ['only codings that nothing is kept in', { 'accept-encoding': 'xbr, zstd' }],
  ['a coding that is refused', { 'accept-encoding': 'br;q=0' }],
])('serves the uncompressed response to a request with %s', (_, headers: Record<string, string>) => {
  const memory = new FileMemory();
  memory.keep(aRequest('/a'), aResponse(10));
  expect(bodyOf(memory, aRequest('/a', headers))).toBeDefined();
});

it('keeps no second-best coding, which other clients with the same best one may not accept', () => {
  const memory = new FileMemory();
  const gzipped = aRequest('/a', { 'accept-encoding': 'br, gzip' });
  memory.keep(gzipped, { ...aResponse(10), headers: { 'content-encoding': 'gzip' } });
  expect(bodyOf(memory, gzipped)).toBeUndefined();
});
