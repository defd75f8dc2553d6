import { describe, expect, it } from 'vitest';
import { declaredFlow, type DeclaredFlow, type DeclaredStep } from './flow.ts';
import { entryToken, fillFlow, liveFlow, numberToken, releaseEnds, stepRows, TOTAL_TOKEN } from './live-flow.ts';

const aStep = (key: string, over: Partial<DeclaredStep> = {}): DeclaredStep => ({
  key,
  path: `/${key}`,
  title: key.toUpperCase(),
  kind: 'screen',
  question: null,
  counts: false,
  next: null,
  exit: null,
  ...over,
});
const aQuestion = (key: string, next: string | null, over: Partial<DeclaredStep> = {}): DeclaredStep =>
  aStep(key, {
    counts: true,
    question: {
      key,
      kind: 'one',
      options: [
        { value: 'b', label: `B of ${key}` },
        { value: 'a', label: `A of ${key}` },
      ],
    },
    next,
    ...over,
  });
const aFlow = (steps: DeclaredStep[], over: Partial<DeclaredFlow> = {}): DeclaredFlow => ({
  entries: {},
  exits: [],
  steps,
  needs: { services: {}, plans: [], labels: [] },
  ...over,
});

const quiz = aFlow(
  [aQuestion('q1', 'q2'), aQuestion('q2', 'end'), aQuestion('aside', 'end'), aStep('end', { exit: 'plan' })],
  {
    entries: { quiz: '/q1' },
    exits: ['plan'],
  },
);
const offer = aFlow([aStep('email', { next: 'pay' }), aStep('pay')], {
  entries: { plan: '/email' },
  needs: { services: {}, plans: [], labels: ['q2'] },
});
const legal = aFlow([aStep('terms')], { entries: { terms: '/terms', company: '/terms#we' } });

describe('a declared path', () => {
  it.each([
    ['/terms#we', true],
    ['/q12', true],
    ['/"><script>', false],
    ['//elsewhere.example', false],
    ['/q1 onload=x', false],
    ['javascript:alert(1)', false],
  ])('%s: %s, because it goes into the HTML of other remotes', (path, isAccepted) => {
    expect(declaredFlow.safeParse(aFlow([], { entries: { plan: path } })).success).toBe(isAccepted);
  });
});

describe('the flow of live releases', () => {
  const flow = liveFlow([legal, offer, quiz]);

  it('leads from the first question through exits to the end', () => {
    expect(flow.path).toEqual([
      { key: 'q1', path: '/q1', question: 'q1' },
      { key: 'q2', path: '/q2', question: 'q2' },
      { key: 'end', path: '/end' },
      { key: 'email', path: '/email' },
      { key: 'pay', path: '/pay' },
    ]);
  });

  it('counts every step that declares it, including steps off the path', () => {
    expect(flow.counted).toEqual(['q1', 'q2', 'aside']);
  });

  it('has the labels that a remote needs, and no others', () => {
    expect(flow.labels).toEqual({
      q2: [
        ['b', 'B of q2'],
        ['a', 'A of q2'],
      ],
    });
  });

  it('ends at an exit that leads nowhere, and before it would loop', () => {
    expect(liveFlow([quiz]).path.map(({ key }) => key)).toEqual(['q1', 'q2', 'end']);
    const loop = aFlow([aStep('a', { next: 'b' }), aStep('b', { next: 'a' })], { entries: { quiz: '/a' } });
    expect(liveFlow([loop]).path.map(({ key }) => key)).toEqual(['a', 'b']);
    expect(liveFlow([]).path).toEqual([]);
  });
});

describe('the rows for analysts', () => {
  it('are in funnel order, whatever the order of the registry', () => {
    const keys = ['q1', 'q2', 'aside', 'end', 'email', 'pay', 'terms'];
    for (const flows of [
      [legal, offer, quiz],
      [quiz, offer, legal],
      [offer, legal, quiz],
    ])
      expect(stepRows(flows).map(({ key }) => key)).toEqual(keys);
    expect(stepRows([quiz, offer]).map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('are in the funnel if a step precedes or follows them', () => {
    expect(stepRows([quiz, offer, legal]).filter((row) => !row.is_on_way)).toEqual([
      {
        key: 'terms',
        path: '/terms',
        title: 'TERMS',
        question_key: null,
        place: 7,
        is_on_way: false,
        is_numbered: false,
      },
    ]);
  });

  it('are numbered if they count and ask a question', () => {
    const flow = aFlow([
      aQuestion('pet', null),
      aQuestion('aside', null, { counts: false }),
      aStep('rest', { counts: true }),
      aStep('end'),
    ]);
    expect(stepRows([flow]).flatMap(({ key, is_numbered }) => (is_numbered ? [key] : []))).toEqual(['pet']);
  });

  it('contain a key or path once when two remotes claim it', () => {
    const other = aFlow([aStep('q1', { path: '/elsewhere' }), aStep('mine', { path: '/q2' })]);
    expect(stepRows([quiz, other]).map(({ key }) => key)).toEqual(['q1', 'q2', 'aside', 'end']);
  });
});

describe('a release', () => {
  const aRelease = (remote: string, release: string | undefined, flow: DeclaredFlow | null) => ({
    remote,
    version: '1.0.0',
    ...(release && { release }),
    live: true,
    flow,
    paths: [],
  });
  const quizRelease = aRelease('quiz', 'stable', quiz);
  const offerRelease = aRelease('offer', 'stable', offer);

  it.each([
    ['at the step that leads to another remote', [quizRelease, offerRelease], ['/end', '/pay']],
    [
      'before a step whose exit leads nowhere',
      [
        aRelease(
          'offer',
          'stable',
          aFlow([aStep('pay', { next: 'paid' }), aStep('paid'), aStep('bonus', { exit: 'gone' })]),
        ),
      ],
      ['/paid'],
    ],
    [
      'at its own last step, whatever other releases of its remote have',
      [offerRelease, aRelease('offer', 'canary', aFlow([aStep('email', { next: 'thanks' }), aStep('thanks')]))],
      ['/pay', '/thanks'],
    ],
    [
      'at its only step when any release leads there, also by a fragment',
      [
        aRelease('quiz', 'stable', aFlow([aStep('q', { exit: 'plan' })])),
        aRelease('quiz', 'canary', aFlow([aStep('q', { exit: 'gift' })])),
        aRelease('gift', 'stable', aFlow([aStep('gift')], { entries: { gift: '/gift#top' } })),
      ],
      ['/q', '/gift'],
    ],
    ['nowhere if its steps are outside the funnel', [aRelease('legal', 'stable', legal)], []],
    ['nowhere without a name or steps', [aRelease('quiz', undefined, quiz), aRelease('offer', 'old', null)], []],
  ])('ends %s', (_where, releases, paths) => {
    expect(releaseEnds(releases).map(({ path }) => path)).toEqual(paths);
  });
});

describe('placeholders in prerendered HTML', () => {
  it('become paths, question numbers and the total', () => {
    const html = `<a href="${entryToken('company')}">${numberToken('q2')} / ${TOTAL_TOKEN}</a>`;
    expect(fillFlow(html, liveFlow([quiz, legal]))).toBe('<a href="/terms#we">2 / 3</a>');
  });

  it('lead to the first screen when no live release has the entry', () => {
    expect(fillFlow(entryToken('plan'), liveFlow([quiz]))).toBe('/');
  });
});
