import { describe, expect, it } from 'vitest';
import {
  enqueue,
  isLetters,
  classifyStatus,
  pauseMs,
  serviceOf,
  without,
  type QueuedRequest,
  type StatusClass,
} from './outbox-queue.ts';

const aLetter = (fields: Partial<QueuedRequest> = {}): QueuedRequest => ({
  id: 'a',
  method: 'POST',
  path: '/api/responses',
  topic: 'answer:q1',
  body: { answerValue: 'x' },
  ...fields,
});

describe('judge', () => {
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
  ])('%s: %s', (status, verdict) => {
    expect(classifyStatus(status)).toBe(verdict);
  });
});

describe('enqueue', () => {
  it('puts a letter at the end', () => {
    const [first, second] = [aLetter(), aLetter({ id: 'b', topic: 'answer:q2' })];
    expect(enqueue([first], second)).toEqual([first, second]);
  });

  it('lets a later letter of a topic take the place of an earlier one', () => {
    const other = aLetter({ id: 'b', topic: 'answer:q2' });
    const newer = aLetter({ id: 'c' });
    expect(enqueue([aLetter(), other], newer)).toEqual([other, newer]);
  });

  it('changes no list that it was given', () => {
    const letters = Object.freeze([aLetter()]);
    expect(enqueue(letters, aLetter({ id: 'b' }))).toHaveLength(1);
    expect(without(letters, 'a')).toEqual([]);
    expect(letters).toHaveLength(1);
  });
});

it('takes out the letter that was delivered and no newer one of its topic', () => {
  expect(without([aLetter({ id: 'newer' })], 'a')).toEqual([aLetter({ id: 'newer' })]);
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

it.each([
  ['/api/responses', 'funnel'],
  ['/api/sessions/{session}', 'funnel'],
  ['/api/page-views/0190', 'tracking'],
])('%s belongs to %s', (path, service) => {
  expect(serviceOf(aLetter({ path }))).toBe(service);
});

describe('stored letters', () => {
  it('are taken when they can be sent', () => {
    expect(isLetters([aLetter(), aLetter({ method: 'PATCH' })])).toBe(true);
    expect(isLetters([])).toBe(true);
  });

  it.each([
    ['no list', aLetter()],
    ['null', [null]],
    ['a text', ['letter']],
    ['a method that never writes', [{ ...aLetter(), method: 'GET' }]],
    ['no body', [{ ...aLetter(), body: null }]],
    ['no path', [{ ...aLetter(), path: undefined }]],
    ['no id', [{ ...aLetter(), id: 1 }]],
    ['one good and one bad', [aLetter(), {}]],
  ])('are refused: %s', (_case, stored) => {
    expect(isLetters(stored)).toBe(false);
  });
});
