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

it('keeps an answer for as long as it may', () => {
  let now = 1;
  const memory = new FileMemory({ clock: { now: () => now } });
  const answer = anAnswer(10);
  memory.keep(asking('/a'), answer, 1000);
  now += 1000;
  expect(bodyOf(memory, asking('/a'))).toBe(answer.body);
  now += 1;
  expect(bodyOf(memory, asking('/a'))).toBeUndefined();
});

it('lets go of what was not asked for the longest', () => {
  const memory = new FileMemory({ maxBytes: 100 });
  for (const url of ['/a', '/b']) memory.keep(asking(url), anAnswer(50));
  bodyOf(memory, asking('/a'));
  memory.keep(asking('/c'), anAnswer(50));
  expect(['/a', '/b', '/c'].map((url) => bodyOf(memory, asking(url)) !== undefined)).toEqual([true, false, true]);
});

it('does not empty itself for an answer that is larger than all of it', () => {
  const memory = new FileMemory({ maxBytes: 100 });
  memory.keep(asking('/a'), anAnswer(50));
  memory.keep(asking('/b'), anAnswer(101));
  expect([bodyOf(memory, asking('/a')) !== undefined, bodyOf(memory, asking('/b'))]).toEqual([true, undefined]);
});

it.each([
  ['another method', { ...asking('/a'), method: 'HEAD' } as IncomingMessage],
  ['a range', asking('/a', { range: 'bytes=0-1' })],
  ['a condition', asking('/a', { 'if-none-match': '"x"' })],
  ['a weight among its codings', asking('/a', { 'accept-encoding': 'br;q=0' })],
  ['another coding', asking('/a', { 'accept-encoding': 'br' })],
  ['an address to be decoded', asking('/%61')],
  ['no host', { ...asking('/a'), headers: {} } as IncomingMessage],
])('leaves to the router a request with %s', (_, request) => {
  const memory = new FileMemory();
  memory.keep(asking('/a'), anAnswer(10));
  expect(bodyOf(memory, asking('/a'))).toBeDefined();
  expect(bodyOf(memory, request)).toBeUndefined();
});
