import { expect, it } from 'vitest';
import { NoAnswerError, storeAnswer, within } from './within.ts';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const block = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

/** Resolves after five round trips, between which this process is blocked for 400 ms in all. */
const answerWhileBlocked = async (): Promise<string> => {
  for (let trip = 0; trip < 5; trip += 1) {
    block(80);
    // As long as a reply needs to be read, decoded and continued.
    for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  }
  return 'answer';
};

it('does not mistake the time in which this process is blocked for silence of a store', async () => {
  await expect(within(300, answerWhileBlocked(), 10)).resolves.toBe('answer');
  await expect(within(300, answerWhileBlocked())).rejects.toThrow(NoAnswerError);
});

it('gives up a silent store after 1.5 s', async () => {
  const startedAt = performance.now();
  await expect(storeAnswer(new Promise(() => {}))).rejects.toThrow('No answer within 1500 ms');
  expect(performance.now() - startedAt).toBeGreaterThan(1490);
});

it('passes an answer and an error on', async () => {
  await expect(storeAnswer(Promise.resolve('answer'))).resolves.toBe('answer');
  await expect(storeAnswer(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});
