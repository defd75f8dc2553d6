import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { FLOWS } from '@course/test-kit/product-flow';
import { freshStores } from '@course/test-kit/fresh-stores';
import { refreshAggregates } from '@course/test-kit/refresh-aggregates';
import type { Stores } from '@course/test-kit/test-stores';
import { stepRows, type DeclaredFlow, type DeclaredStep } from '@course/contracts';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyDeclarations, fetchDeclarations, parseDeclarations } from '../src/refresher/declarations.ts';
import { addAnswer, addSession, recordChange } from './support/funnel-rows.ts';
import { aPool } from './support/pool.ts';
import { aView, write } from './support/views.ts';
import { HOUR_MS } from './support/visits.ts';

const QUIZ = FLOWS[0]!;
const PET: DeclaredStep = {
  key: 'pet',
  path: '/pet',
  title: 'Which pet?',
  kind: 'single',
  question: { key: 'pet', kind: 'one', options: [{ value: 'cat', label: 'A cat' }] },
  counts: true,
  next: 'readiness',
  exit: null,
};
const WITH_PET: DeclaredFlow = {
  ...QUIZ,
  steps: QUIZ.steps.flatMap((step) =>
    step.key === 'readiness' ? [PET, step] : step.key === 'q20' ? [{ ...step, next: 'pet' }] : [step],
  ),
};

let stores: Stores;
let owner: pg.Pool;
let service: pg.Pool;
let analyst: pg.Pool;

beforeAll(async () => {
  stores = await freshStores();
  owner = aPool(stores.databaseUrl);
  service = aPool(stores.trackingDatabaseUrl);
  analyst = aPool(stores.analystUrl);
  edge = http.createServer((_request, response) =>
    response
      .writeHead(answer === undefined ? 503 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? {})),
  );
  await new Promise<void>((resolve) => edge.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  edge.close();
  await Promise.all([owner.end(), service.end(), analyst.end()]);
  await stores.stop();
});

let edge: http.Server;
let answer: unknown;
const address = () => `http://127.0.0.1:${(edge.address() as AddressInfo).port}/declarations`;

const release = (version: string, flow: DeclaredFlow | null, live = true) => ({
  remote: 'mf-quiz',
  version,
  live,
  flow,
  paths: (flow ?? WITH_PET).steps.map((step) => step.path),
});
/** Makes a build of mf-quiz live that declares this flow; null stands for a build from before declarations. */
const publish = (flow: DeclaredFlow | null, ...earlier: DeclaredFlow[]): void => {
  const others = FLOWS.slice(1).map((other, index) => ({ ...release(`${index}`, other), remote: `mf-${index}` }));
  answer = {
    releases: [release('1', flow), ...others, ...earlier.map((before, index) => release(`0.${index}`, before, false))],
  };
};

const follow = async (): Promise<number> =>
  applyDeclarations(service, parseDeclarations(await fetchDeclarations(address())));
const stepsSeen = async (): Promise<string[]> =>
  (await analyst.query<{ step: string }>('select step from analytics.steps order by place')).rows.map(
    ({ step }) => step,
  );
const onWay = (quiz: DeclaredFlow): string[] =>
  stepRows([quiz, ...FLOWS.slice(1)]).flatMap(({ key, is_on_way }) => (is_on_way ? [key] : []));

describe('the steps that analysts see', () => {
  it('follow what is published and rolled back, in the order of the flow', async () => {
    publish(QUIZ);
    expect(await follow()).toBe(0);
    publish(WITH_PET);
    expect(await follow()).toBeGreaterThan(0);
    expect(await stepsSeen()).toEqual(onWay(WITH_PET));
    expect(
      (await analyst.query(`select page_path, title, question_key from analytics.steps where step = 'pet'`)).rows,
    ).toEqual([{ page_path: '/pet', title: 'Which pet?', question_key: 'pet' }]);
    expect(await follow()).toBe(0);
    publish(QUIZ);
    expect(await follow()).toBeGreaterThan(0);
    expect(await stepsSeen()).toEqual(onWay(QUIZ));
  });

  it('count visitors who saw a step before its declaration was read', async () => {
    publish(QUIZ);
    await follow();
    await write(service, [aView(Date.now() - 2_000, { sessionId: 'early', pagePath: '/pet', seconds: 1 })]);
    await refreshAggregates(owner);
    publish(WITH_PET);
    await follow();
    await refreshAggregates(owner);
    // Two hours back: a range counts whole hours, and the view may be in the previous one.
    const range = [new Date(Date.now() - 2 * HOUR_MS), new Date(Date.now() + HOUR_MS)];
    const { rows } = await analyst.query(`select reached::int from analytics.funnel($1, $2) where step = 'pet'`, range);
    expect(rows).toEqual([{ reached: 1 }]);
  });

  it('stay as they are when the edge is unreachable or its response is invalid', async () => {
    publish(WITH_PET);
    await follow();
    for (const wrong of [undefined, {}, { releases: [{ remote: 'mf-quiz' }] }]) {
      answer = wrong;
      await expect(follow()).rejects.toThrow();
    }
    await expect(fetchDeclarations('http://127.0.0.1:9/declarations')).rejects.toThrow();
    expect(await stepsSeen()).toEqual(onWay(WITH_PET));
  });

  it('stay as they are at the paths of a release that does not declare its steps', async () => {
    publish(WITH_PET);
    await follow();
    publish(null, WITH_PET);
    expect(await follow()).toBe(0);
    expect(await stepsSeen()).toEqual(onWay(WITH_PET));
  });

  it('are not overwritten with the product’s table by the next migration', async () => {
    publish(WITH_PET);
    await follow();
    await owner.query('select rollups.set_steps($1, false)', [JSON.stringify([])]);
    expect(await stepsSeen()).toEqual(onWay(WITH_PET));
  });

  it('use up no ids, however often they are read', async () => {
    publish(QUIZ);
    publish(WITH_PET);
    const last = async () =>
      Number((await owner.query<{ id: number }>('select max(id)::int as id from rollups.steps')).rows[0]?.id);
    await follow();
    const before = await last();
    for (const flow of [QUIZ, WITH_PET, QUIZ]) {
      publish(flow);
      await follow();
    }
    publish({ ...WITH_PET, steps: [...WITH_PET.steps, { ...PET, key: 'other', path: '/other', question: null }] });
    await follow();
    expect(await last()).toBe(before + 1);
  });
});

describe('the time in the quiz', () => {
  const numberedSteps = async () =>
    (
      await owner.query<{ key: string }>('select key from rollups.steps where is_numbered and place is not null')
    ).rows.map(({ key }) => key);
  const quizTime = async (from: number, to: number, variant: string | null = null) =>
    (
      await analyst.query('select visitors::int, round(p50_seconds)::int as p50 from analytics.quiz_time($1, $2, $3)', [
        new Date(from),
        new Date(to),
        variant,
      ])
    ).rows[0];
  const asked = (change: Partial<DeclaredStep>): DeclaredFlow => ({
    ...WITH_PET,
    steps: WITH_PET.steps.map((step) => (step === PET ? { ...PET, ...change } : step)),
  });

  it.each([
    ['contains a numbered question, whatever its key', {}, { visitors: 1, p50: 20 }, 200],
    ['contains no question without a number', { counts: false }, { visitors: 0, p50: null }, 248],
    [
      'contains no question without a number whose key looks like one',
      { counts: false, question: { ...PET.question!, key: 'q99' } },
      { visitors: 0, p50: null },
      296,
    ],
    ['contains no counted step without a question', { question: null }, { visitors: 0, p50: null }, 344],
  ] as const)('%s', async (_, change, expected, hoursAgo) => {
    publish(asked(change));
    await follow();
    const at = Date.now() - hoursAgo * HOUR_MS;
    await write(service, [aView(at, { sessionId: `quiz-${hoursAgo}`, pagePath: '/pet', seconds: 20 })]);
    await refreshAggregates(owner);
    expect(await quizTime(at - HOUR_MS, at + HOUR_MS)).toEqual(expected);
  });

  it('goes by the keys of questions while a process of the previous release sets the steps', async () => {
    publish(QUIZ);
    await follow();
    const numbered = await numberedSteps();
    expect(numbered).toContain('q20');
    const rows = stepRows([WITH_PET, ...FLOWS.slice(1)]).map((row) => ({ ...row, is_numbered: undefined }));
    await service.query('select rollups.set_steps($1, true)', [JSON.stringify(rows)]);
    expect((await numberedSteps()).sort()).toEqual(numbered.sort());
    await write(service, [
      aView(Date.now() - 1_000, { sessionId: 'between', pagePath: '/pet', seconds: 1, variant: 'uncounted' }),
    ]);
    await refreshAggregates(owner);
    const inQuiz = () => quizTime(Date.now() - 2 * HOUR_MS, Date.now() + HOUR_MS, '(other)');
    expect(await inQuiz()).toMatchObject({ visitors: 0 });
    // The next call of a current process includes what was viewed in the meantime.
    publish(WITH_PET);
    await follow();
    await refreshAggregates(owner);
    expect(await inQuiz()).toMatchObject({ visitors: 1 });
  });
});

describe('answers to questions that no release declares', () => {
  it('are shown and marked', async () => {
    publish(QUIZ);
    await follow();
    const at = Date.now() - 48 * HOUR_MS;
    await addSession(owner, { id: 'u1', at });
    await addAnswer(owner, 'u1', 'q3', 'often');
    await addAnswer(owner, 'u1', 'pet', 'cat');
    await refreshAggregates(owner);
    const answers = async () =>
      (
        await analyst.query(
          'select question_key, answer_value, answers::int, declared from analytics.answers($1, $2)',
          [new Date(at - HOUR_MS), new Date(at + HOUR_MS)],
        )
      ).rows;
    expect(await answers()).toEqual([
      { question_key: 'q3', answer_value: 'often', answers: 1, declared: true },
      { question_key: 'pet', answer_value: 'cat', answers: 1, declared: false },
    ]);
    publish(WITH_PET);
    await follow();
    expect((await answers())[1]).toMatchObject({ question_key: 'pet', declared: true });
  });

  it('are limited, because clients may send any key and any value', async () => {
    publish(QUIZ);
    await follow();
    const at = Date.now() - 96 * HOUR_MS;
    await owner.query(
      `insert into funnel.sessions (id, created_at, updated_at) select 'flood-' || i, $1, $1 from generate_series(1, 120) i`,
      [new Date(at)],
    );
    await owner.query(
      `insert into funnel.responses (session_id, question_key, answer_value) select 'flood-' || i, 'k' || i, 'x' from generate_series(1, 120) i`,
    );
    await owner.query(
      `insert into funnel.responses (session_id, question_key, answer_value) select 'flood-' || i, 'q4', 'v' || i from generate_series(1, 120) i`,
    );
    await recordChange(owner, ...Array.from({ length: 120 }, (_, index) => `flood-${index + 1}`));
    await refreshAggregates(owner);
    const { rows } = await analyst.query<{ declared: boolean; n: number }>(
      'select declared, count(*)::int as n from analytics.answers($1, $2) group by 1 order by 1',
      [new Date(at - HOUR_MS), new Date(at + HOUR_MS)],
    );
    expect(rows).toEqual([
      { declared: false, n: 50 },
      { declared: true, n: 100 },
    ]);
  });
});

describe('the labels of options', () => {
  const petOptions = async () =>
    (
      await analyst.query(
        `select question, answer_value, label, place, declared from analytics.questions() where question_key = 'pet'`,
      )
    ).rows;
  const pet = { question: 'Which pet?', answer_value: 'cat', label: 'A cat', place: 1 };

  it('are those of the live release, and afterwards those of the one that was live before', async () => {
    publish(WITH_PET);
    await follow();
    expect(await petOptions()).toEqual([{ ...pet, declared: true }]);
    publish(QUIZ, WITH_PET);
    await follow();
    expect(await petOptions()).toEqual([{ ...pet, declared: false }]);
  });

  it('are kept while the edge is unreachable', async () => {
    publish(WITH_PET);
    await follow();
    answer = undefined;
    await expect(follow()).rejects.toThrow();
    expect(await petOptions()).toHaveLength(1);
  });

  it('are taken from the live release if an earlier one had others', async () => {
    const renamed = (label: string): DeclaredFlow => ({
      ...WITH_PET,
      steps: WITH_PET.steps.map((step) =>
        step === PET ? { ...PET, question: { ...PET.question!, options: [{ value: 'cat', label }] } } : step,
      ),
    });
    publish(renamed('Cats'), renamed('Kitties'));
    await follow();
    expect(await petOptions()).toEqual([{ ...pet, label: 'Cats', declared: true }]);
  });
});
