import { describe, expect, it } from 'vitest';
import {
  areQueuedRequests,
  classifyStatus,
  enqueue,
  pauseMs,
  without,
  type QueuedRequest,
  type StatusClass,
} from './outbox-queue.ts';

const aRequest = (fields: Partial<QueuedRequest> = {}): QueuedRequest => ({
  id: 'a',
  method: 'POST',
  path: '/api/responses',
  topic: 'answer:q1',
  body: { answerValue: 'x' },
  ...fields,
});

describe('classifyStatus', () => {
  it.each<[number | undefined, StatusClass]>([
    [undefined, 'again'],
    [200, 'delivered'],
    [201, 'delivered'],
    [204, 'delivered'],
    [400, 'refused'],
    [401, 'refused'],
    [403, 'session-first'],
    [404, 'session-first'],
    [408, 'again'],
    [409, 'new-session'],
    [413, 'refused'],
    [415, 'refused'],
    [429, 'again'],
    [500, 'again'],
    [502, 'again'],
    [503, 'again'],
    [504, 'again'],
  ])('%s: %s', (status, statusClass) => {
    expect(classifyStatus(status)).toBe(statusClass);
  });
});

describe('enqueue', () => {
  it('appends a request', () => {
    const [first, second] = [aRequest(), aRequest({ id: 'b', topic: 'answer:q2' })];
    expect(enqueue([first], second)).toEqual([first, second]);
  });

  it('replaces an earlier request of the same topic', () => {
    const other = aRequest({ id: 'b', topic: 'answer:q2' });
    const newer = aRequest({ id: 'c' });
    expect(enqueue([aRequest(), other], newer)).toEqual([other, newer]);
  });

  it('does not mutate its arguments', () => {
    const queue = Object.freeze([aRequest()]);
    expect(enqueue(queue, aRequest({ id: 'b' }))).toHaveLength(1);
    expect(without(queue, 'a')).toEqual([]);
    expect(queue).toHaveLength(1);
  });
});

it('removes the delivered request, but no newer one of its topic', () => {
  expect(without([aRequest({ id: 'newer' })], 'a')).toEqual([aRequest({ id: 'newer' })]);
});

it.each([
  [0, 1_000],
  [1, 1_000],
  [2, 2_000],
  [3, 4_000],
  [4, 8_000],
  [6, 32_000],
  [7, 60_000],
  [50, 60_000],
  [2_000, 60_000],
])('pauses after %i failures for %i ms', (failures, ms) => {
  expect(pauseMs(failures)).toBe(ms);
});

describe('stored requests', () => {
  it('are accepted if they can be sent', () => {
    expect(areQueuedRequests([aRequest(), aRequest({ method: 'PATCH' })])).toBe(true);
    expect(areQueuedRequests([])).toBe(true);
  });

  it.each([
    ['not a list', aRequest()],
    ['null', [null]],
    ['a string', ['request']],
    ['a method that never writes', [{ ...aRequest(), method: 'GET' }]],
    ['no body', [{ ...aRequest(), body: null }]],
    ['no path', [{ ...aRequest(), path: undefined }]],
    ['no id', [{ ...aRequest(), id: 1 }]],
    ['one good and one bad', [aRequest(), {}]],
  ])('are rejected: %s', (_case, stored) => {
    expect(areQueuedRequests(stored)).toBe(false);
  });
});
