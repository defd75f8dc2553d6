import { expect, it } from 'vitest';
import { fileMemory } from './file-memory.ts';

const anAnswer = (bytes: number) => ({ headers: { 'content-type': 'text/css' }, body: Buffer.alloc(bytes) });

const aMemory = (maxBytes: number) => {
  let time = 0;
  return { ...fileMemory({ maxBytes, now: () => time }), pass: (ms: number) => void (time += ms) };
};

it('keeps an answer for as long as it may', () => {
  const memory = aMemory(100);
  const answer = anAnswer(10);
  memory.put('/a', answer, 1000);
  memory.pass(999);
  expect(memory.get('/a')).toBe(answer);
  memory.pass(1);
  expect(memory.get('/a')).toBeUndefined();
});

it('lets go of what was not asked for the longest', () => {
  const memory = aMemory(100);
  for (const key of ['/a', '/b']) memory.put(key, anAnswer(50), Infinity);
  memory.get('/a');
  memory.put('/c', anAnswer(50), Infinity);
  expect(['/a', '/b', '/c'].map((key) => memory.get(key) !== undefined)).toEqual([true, false, true]);
});

it('counts an answer that is put again once', () => {
  const memory = aMemory(100);
  memory.put('/a', anAnswer(50), Infinity);
  for (let time = 0; time < 9; time += 1) memory.put('/b', anAnswer(50), Infinity);
  expect(memory.get('/a')).toBeDefined();
});

it('does not empty itself for an answer that is larger than all of it', () => {
  const memory = aMemory(100);
  memory.put('/a', anAnswer(50), Infinity);
  memory.put('/b', anAnswer(101), Infinity);
  expect([memory.get('/a') !== undefined, memory.get('/b')]).toEqual([true, undefined]);
});
