import { beforeAll, expect, it } from 'vitest';
import { ANSWERS_MAX } from '@course/contracts';
import { aVisitor, Browser } from '../../test/browser.ts';
import { query } from '../../test/database.ts';
import { sharedService, type Service } from '../../test/service.ts';

let service: Service;
beforeAll(async () => {
  service = await sharedService();
});

const answersOf = (id: string) =>
  query('select question_key, answer_value from funnel.responses where session_id = $1 order by question_key', [id]);

it('stores an answer and does not return it', async () => {
  const { browser, id } = await aVisitor(service.url);
  const saved = await browser.post('/api/responses', { sessionId: id, questionNumber: 'q3', answerValue: 'often' });
  expect([saved.status, saved.body]).toEqual([200, { sessionId: id, questionNumber: 'q3' }]);
  expect(await answersOf(id)).toEqual([{ question_key: 'q3', answer_value: 'often' }]);
});

it('replaces the answer to the same question', async () => {
  const { browser, id } = await aVisitor(service.url);
  for (const answerValue of ['often', 'always'])
    await browser.post('/api/responses', { sessionId: id, questionNumber: 'q3', answerValue });
  expect(await answersOf(id)).toEqual([{ question_key: 'q3', answer_value: 'always' }]);
});

it('keeps one row when 20 answers to one question arrive at once', async () => {
  const { browser, id } = await aVisitor(service.url);
  const send = (_: unknown, index: number) =>
    browser.post('/api/responses', { sessionId: id, questionNumber: 'q7', answerValue: `v${index}` });
  const answers = await Promise.all(Array.from({ length: 20 }, send));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await answersOf(id)).toHaveLength(1);
});

it('accepts an answer of exactly 2,048 bytes', async () => {
  const { browser, id } = await aVisitor(service.url);
  const answerValue = 'ü'.repeat(1024);
  expect((await browser.post('/api/responses', { sessionId: id, questionNumber: 'q3', answerValue })).status).toBe(200);
  expect(await answersOf(id)).toEqual([{ question_key: 'q3', answer_value: answerValue }]);
});

it.each(['q18', 'q21', 'pet', 'how-long_2', 'constructor', 'a'.repeat(40)])(
  'stores an answer to %s, a question that this release does not know',
  async (questionNumber) => {
    const { browser, id } = await aVisitor(service.url);
    const saved = await browser.post('/api/responses', { sessionId: id, questionNumber, answerValue: 'x' });
    expect([saved.status, saved.body]).toEqual([200, { sessionId: id, questionNumber }]);
    expect(await answersOf(id)).toEqual([{ question_key: questionNumber, answer_value: 'x' }]);
  },
);

it.each(['', 'Q1', '1q', 'q 1', 'q.1', 'q1\n', '__proto__', 'ä', 'a'.repeat(41)])(
  'refuses the malformed key %j',
  async (questionNumber) => {
    const { browser, id } = await aVisitor(service.url);
    expect(
      (await browser.post('/api/responses', { sessionId: id, questionNumber, answerValue: 'x' })).body,
    ).toMatchObject({ statusCode: 400, code: 'invalid_body' });
    expect(await answersOf(id)).toEqual([]);
  },
);

it('stores a single choice where several are possible, and text that only looks like a list', async () => {
  const { browser, id } = await aVisitor(service.url);
  for (const answerValue of ['claude', '[not sure]', '["claude"]']) {
    expect((await browser.post('/api/responses', { sessionId: id, questionNumber: 'q10', answerValue })).status).toBe(
      200,
    );
    expect(await answersOf(id)).toEqual([{ question_key: 'q10', answer_value: answerValue }]);
  }
});

it('limits the number of questions that a session can answer, even when the answers arrive at once', async () => {
  const { browser, id } = await aVisitor(service.url);
  const send = (_: unknown, index: number) =>
    browser.post('/api/responses', { sessionId: id, questionNumber: `k${index}`, answerValue: 'x' });
  const answers = await Promise.all(Array.from({ length: ANSWERS_MAX + 8 }, send));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(ANSWERS_MAX);
  expect(answers.filter(({ status }) => status === 400).map(({ body }) => body)).toEqual(
    Array(8).fill(expect.objectContaining({ code: 'too_many_questions' })),
  );
  expect(await answersOf(id)).toHaveLength(ANSWERS_MAX);
  const [{ question_key: known }] = (await answersOf(id)) as [{ question_key: string }];
  expect(
    (await browser.post('/api/responses', { sessionId: id, questionNumber: known, answerValue: 'changed' })).status,
  ).toBe(200);
});

it('checks the shape before the ownership, and the ownership before the content', async () => {
  const { id } = await aVisitor(service.url);
  const { browser: stranger } = await aVisitor(service.url);
  const codeOf = async (browser: Browser, body: unknown) => (await browser.post('/api/responses', body)).body;
  expect(await codeOf(stranger, { sessionId: id, questionNumber: 'q18' })).toMatchObject({
    statusCode: 400,
    code: 'invalid_body',
  });
  expect(await codeOf(stranger, { sessionId: id, questionNumber: 'q1', answerValue: '[1]' })).toMatchObject({
    statusCode: 403,
    code: 'session_foreign',
  });
  expect(
    await codeOf(new Browser(service.url), { sessionId: id, questionNumber: 'q1', answerValue: '[1]' }),
  ).toMatchObject({ statusCode: 403, code: 'session_missing' });
  expect(await answersOf(id)).toEqual([]);
});

it('asks for a new session when the stored one is gone', async () => {
  const { browser, id } = await aVisitor(service.url);
  await query('delete from funnel.sessions where id = $1', [id]);
  expect(
    (await browser.post('/api/responses', { sessionId: id, questionNumber: 'q3', answerValue: 'often' })).body,
  ).toMatchObject({ statusCode: 404, code: 'session_unknown' });
});
