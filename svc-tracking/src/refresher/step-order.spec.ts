import type { RemoteStepRow } from '@course/contracts';
import { declared, STEPS, type Step } from '@course/funnel';
import { describe, expect, it } from 'vitest';
import { inOrder } from './step-order.ts';

const row = (step: Step): RemoteStepRow => ({ ...declared(step), path: step.path });
const ROWS = STEPS.map(row);
const keys = (rows: readonly { key: string }[]) => rows.map(({ key }) => key);
/** What lies on the other side of the e-mail screen is another remote's. */
const [quiz, offer] = [ROWS.slice(0, keys(ROWS).indexOf('email')), ROWS.slice(keys(ROWS).indexOf('email'))];

describe('the steps of live releases', () => {
  it('stand in the order of the table when all remotes were built with the same one', () => {
    expect(keys(inOrder(ROWS))).toEqual(keys(ROWS));
    expect(keys(inOrder([...offer, ...quiz]))).toEqual(keys(ROWS));
    expect(inOrder(ROWS).map(({ place }) => place)).toEqual(ROWS.map((_row, index) => index + 1));
  });

  it('have a new question in its place, before those of a remote whose table is older', () => {
    const at = keys(quiz).indexOf('readiness');
    const pet: RemoteStepRow = {
      key: 'pet',
      path: '/pet',
      title: 'Which pet?',
      question: 'pet',
      next: 'readiness',
      place: at + 1,
    };
    const newer = [
      ...quiz.slice(0, at).map((step) => (step.key === 'q20' ? { ...step, next: 'pet' } : step)),
      pet,
      ...quiz.slice(at).map((step) => ({ ...step, place: step.place + 1 })),
    ];
    const ordered = inOrder([...offer, ...newer]);
    expect(keys(ordered)).toEqual([...keys(quiz.slice(0, at)), 'pet', ...keys(quiz.slice(at)), ...keys(offer)]);
    expect(ordered.find(({ key }) => key === 'pet')).toEqual({
      key: 'pet',
      path: '/pet',
      title: 'Which pet?',
      question_key: 'pet',
      place: at + 1,
      is_on_way: true,
    });
  });

  it('are on the way when they lead on or are led to', () => {
    const beside = inOrder(ROWS).filter((step) => !step.is_on_way);
    expect(keys(beside)).toEqual([
      'terms',
      'privacy',
      'refund',
      'subscription',
      'course',
      'unsubscribe',
      'refund-request',
      'second-order',
    ]);
  });

  it('are each there once, also when they lead in a circle or two remotes claim one path', () => {
    const step = (key: string, next: string | null, place: number, path = `/${key}`): RemoteStepRow => ({
      key,
      path,
      title: key,
      question: null,
      next,
      place,
    });
    expect(keys(inOrder([step('b', 'a', 2), step('a', 'b', 1)]))).toEqual(['a', 'b']);
    expect(keys(inOrder([step('a', null, 1), step('other', null, 2, '/a'), step('a', null, 3, '/elsewhere')]))).toEqual(
      ['a'],
    );
  });
});
