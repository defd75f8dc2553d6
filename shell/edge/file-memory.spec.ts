import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { FileMemory } from './file-memory.ts';

const asking = (url: string, headers: Record<string, string> = {}) =>
  ({ method: 'GET', url, headers: { host: 'localhost', ...headers } }) as unknown as IncomingMessage;

const anAnswer = (bytes: number) => ({ headers: { 'content-type': 'text/css' }, body: Buffer.alloc(bytes) });

/** Returns the body that the memory answers with; undefined where it does not. */
const bodyOf = (memory: FileMemory, request: IncomingMessage): unknown => {
  let sent: unknown;
  const response = { hasHeader: () => true, writeHead: () => ({ end: (body: unknown) => void (sent = body) }) };
  return memory.answer(request, response as unknown as ServerResponse) ? sent : undefined;
};

it('lets go of what was not asked for the longest', () => {
  const memory = new FileMemory(100);
  for (const url of ['/a', '/b']) memory.keep(asking(url), anAnswer(50));
  bodyOf(memory, asking('/a'));
  memory.keep(asking('/c'), anAnswer(50));
  expect(['/a', '/b', '/c'].map((url) => bodyOf(memory, asking(url)) !== undefined)).toEqual([true, false, true]);
});

it('does not empty itself for an answer that is larger than all of it', () => {
  const memory = new FileMemory(100);
  memory.keep(asking('/a'), anAnswer(50));
  memory.keep(asking('/b'), anAnswer(101));
  expect([bodyOf(memory, asking('/a')) !== undefined, bodyOf(memory, asking('/b'))]).toEqual([true, undefined]);
});

it.each([
  ['another method', { ...asking('/a'), method: 'HEAD' } as IncomingMessage],
  ['a range', asking('/a', { range: 'bytes=0-1' })],
  ['another coding', asking('/a', { 'accept-encoding': 'br' })],
  ['an address to be decoded', asking('/%61')],
  ['no host', { ...asking('/a'), headers: {} } as IncomingMessage],
])('leaves to the router a request with %s', (_, request) => {
  const memory = new FileMemory();
  memory.keep(asking('/a'), anAnswer(10));
  expect(bodyOf(memory, asking('/a'))).toBeDefined();
  expect(bodyOf(memory, request)).toBeUndefined();
});

it.each([
  ['nothing', {}],
  ['what nothing is kept in', { 'accept-encoding': 'xbr, zstd' }],
  ['a coding that it forbids', { 'accept-encoding': 'br;q=0' }],
])('has one answer for all who allow %s', (_, headers: Record<string, string>) => {
  const memory = new FileMemory();
  memory.keep(asking('/a'), anAnswer(10));
  expect(bodyOf(memory, asking('/a', headers))).toBeDefined();
});

it('keeps no second-best coding, which others with the same best one may not allow', () => {
  const memory = new FileMemory();
  const gzipped = asking('/a', { 'accept-encoding': 'br, gzip' });
  memory.keep(gzipped, { ...anAnswer(10), headers: { 'content-encoding': 'gzip' } });
  expect(bodyOf(memory, gzipped)).toBeUndefined();
});
