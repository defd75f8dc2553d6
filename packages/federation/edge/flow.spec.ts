import type { DeclaredFlow } from '@course/contracts';
import { describe, expect, it } from 'vitest';
import { aDescriptor, aRemote } from '../testing/fixtures.ts';
import { flowOf } from './flow.ts';

const route = (screen: string) => ({
  path: screen === 'root' ? '/' : `/${screen}`,
  screen,
  title: screen,
  indexable: false,
  html: '<main></main>',
});
const QUIZ = ['root', 'q1', 'onboarding', 'q2', 'q11', 'profile', 'processing'].map(route);
const OFFER = ['email', 'name', 'final', 'sales', 'sales002', 'payment-success'].map(route);

const declared: DeclaredFlow = {
  entries: { plan: '/address' },
  exits: [],
  steps: [
    { key: 'address', path: '/address', title: 'A', kind: 'x', question: null, counts: false, next: null, exit: null },
  ],
  needs: { services: {}, plans: [], labels: [] },
};

describe('the flow of builds made before flows were declared', () => {
  const quiz = aRemote({ descriptor: aDescriptor({ routes: QUIZ }) });
  const keys = (flow: ReturnType<typeof flowOf>) => flow.path.map(({ key }) => key);

  it('is derived from their routes', () => {
    const flow = flowOf([aRemote({ name: 'mf-offer', descriptor: aDescriptor({ routes: OFFER }) }), quiz]);
    expect(keys(flow)).toEqual([
      'q1',
      'onboarding',
      'q2',
      'profile',
      'processing',
      'email',
      'name',
      'sales002',
      'payment-success',
    ]);
    expect(flow.counted).toEqual(['q1', 'q2', 'q11', 'profile']);
    expect(flow.path[0]).toEqual({ key: 'q1', path: '/q1', question: 'q1' });
    expect(flow.entries).toMatchObject({
      start: '/',
      quiz: '/q1',
      'quiz-end': '/processing',
      plan: '/email',
      offer: '/sales002',
    });
    expect(flow.entries).not.toHaveProperty('terms');
  });

  it('continues with a build that declares its own', () => {
    const flow = flowOf([
      quiz,
      aRemote({ name: 'mf-offer', descriptor: aDescriptor({ routes: [route('address')], flow: declared }) }),
    ]);
    expect(keys(flow).slice(-2)).toEqual(['processing', 'address']);
  });

  it('is that of the others while a remote cannot be read', () => {
    expect(flowOf([{ ...quiz, descriptor: undefined }])).toMatchObject({ path: [], counted: [] });
  });
});
