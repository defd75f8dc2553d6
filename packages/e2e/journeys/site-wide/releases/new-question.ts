import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor, type Visitor } from '../../../src/browser.ts';
import { quizVariant } from '../../../src/quiz-variant.ts';
import { remoteCommand } from '../../../src/remotes.ts';
import { isWhole } from '../../../src/sample.ts';
import { siteUrl, stackFile } from '../../../src/stack.ts';
import { answer, open, screen } from '../../../src/walk.ts';

const MINUTE_MS = 60_000;

const ROW = `  {
    key: 'pet',
    path: '/pet',
    kind: 'single',
    asks: 'pet',
    counts: true,
    next: 'q13',
    back: 'q12',
    title: 'Which pet keeps you company?',
    options: [
      { value: 'cat', label: 'A cat' },
      { value: 'dog', label: 'A dog' },
    ],
  },
`;

/** Adds a row between q12 and q13. */
const withPet = (table: string): string => {
  const changed = table
    .replace("next: 'q13'", "next: 'pet'")
    .replace("back: 'q12'", "back: 'pet'")
    .replace("  {\n    key: 'q13'", `${ROW}  {\n    key: 'q13'`);
  if (!changed.includes(ROW)) throw new Error('The table does not have the form that this journey expects.');
  return changed;
};

let database: pg.Pool;
let analyst: pg.Pool;
let visitor: Visitor;
let build: string;
let publishedAt: number;
let before: { pids: unknown; migrations: number };

const migrations = async (): Promise<number> =>
  (
    await database.query<{ n: number }>(
      'select (select count(*) from funnel._prisma_migrations)::int + (select count(*) from tracking._prisma_migrations)::int as n',
    )
  ).rows[0]!.n;
const running = () => ({ ...stackFile().pids });
const htmlOf = async (path: string): Promise<string> => (await fetch(siteUrl(path))).text();
const storedPets = async (): Promise<string[]> =>
  (
    await database.query<{ value: string }>(
      `select answer_value as value from funnel.responses where question_key = 'pet'`,
    )
  ).rows.map(({ value }) => value);
const petOptions = async () =>
  (
    await analyst.query<{ question: string; answer_value: string; label: string; declared: boolean }>(
      `select question, answer_value, label, declared from analytics.questions() where question_key = 'pet' order by place`,
    )
  ).rows;
const stepsAroundPet = async () =>
  (
    await analyst.query<{ step: string }>(
      `select step from analytics.steps where step in ('q12', 'pet', 'q13') order by place`,
    )
  ).rows.map(({ step }) => step);
const elapsedSince = (at: number): number => Date.now() - at;

describe.sequential('a question that the quiz team adds alone', () => {
  beforeAll(async () => {
    database = new pg.Pool({ connectionString: stackFile().databaseUrl, max: 2 });
    analyst = new pg.Pool({ connectionString: stackFile().analystUrl, max: 1 });
    build = await quizVariant(withPet);
    before = { pids: running(), migrations: await migrations() };
    if (isWhole)
      expect(await remoteCommand('check', 'mf-quiz', '--from', build)).toContain('30 screens ran in a browser');
    publishedAt = Date.now();
    await remoteCommand('publish', 'mf-quiz', '--from', build, '--no-browser');
    visitor = await newVisitor();
  });
  afterAll(async () => {
    await visitor?.context.close();
    await Promise.all([database?.end(), analyst?.end()]);
  });

  it('is in its place and counted by every remote before any script has run', async () => {
    expect(await htmlOf('/q12')).toContain('12 / 21');
    expect(await htmlOf('/pet')).toContain('13 / 21');
    expect(await htmlOf('/q13')).toContain('14 / 21');
    expect(await htmlOf('/q20')).toContain('21 / 21');
    expect(await htmlOf('/')).toContain('21 questions, about 2 minutes');
    expect(await htmlOf('/sales002')).toContain('21/21 Complete');
  });

  it('can be reached and answered, and hydrated screens show the same counts', async () => {
    const { page } = visitor;
    const count = (text: string) => page.getByText(text, { exact: true }).waitFor();
    await open(page, '/q12');
    await count('12 / 21');
    await answer(page, '50-100k');
    await screen(page, 'pet').waitFor();
    await count('13 / 21');
    await page.getByRole('heading', { name: 'Which pet keeps you company?' }).waitFor();
    await answer(page, 'cat');
    await screen(page, 'q13').waitFor();
    await count('14 / 21');
    await open(page, '/sales002');
    await count('21/21 Complete');
    expect(visitor.complaints).toEqual([]);
  });

  it('has its answers stored and labelled for analysts within a minute of publishing', async () => {
    await expect.poll(storedPets).toEqual(['cat']);
    await expect.poll(petOptions, { timeout: MINUTE_MS }).toEqual([
      { question: 'Which pet keeps you company?', answer_value: 'cat', label: 'A cat', declared: true },
      { question: 'Which pet keeps you company?', answer_value: 'dog', label: 'A dog', declared: true },
    ]);
    await expect.poll(stepsAroundPet, { timeout: MINUTE_MS }).toEqual(['q12', 'pet', 'q13']);
    expect(elapsedSince(publishedAt)).toBeLessThan(MINUTE_MS);
  });

  it('appears with its texts on the insights page', async () => {
    const { page } = visitor;
    await expect
      .poll(
        async () =>
          (
            await analyst.query(
              `select 1 from analytics.answers(now() - interval '1 day', now() + interval '1 day') where question_key = 'pet'`,
            )
          ).rowCount,
      )
      .toBe(1);
    await page.goto(siteUrl(`/insights${new URL(stackFile().insightsUrl).hash}`));
    const pets = page.getByRole('region', { name: 'Answers to pet' });
    await pets.getByText('Which pet keeps you company?').waitFor();
    await pets.getByText('A cat', { exact: true }).waitFor();
    expect(await pets.getByText('not declared').count()).toBe(0);
  });

  it('needs no restart and no migration', async () => {
    expect({ pids: running(), migrations: await migrations() }).toEqual(before);
  });

  it('disappears after a rollback, while its answers stay stored and labelled', async () => {
    await remoteCommand('rollback', 'mf-quiz');
    await expect.poll(() => htmlOf('/q12')).toContain('12 / 20');
    expect((await fetch(siteUrl('/pet'))).status).toBe(404);
    expect(await htmlOf('/sales002')).toContain('20/20 Complete');
    expect(await storedPets()).toEqual(['cat']);
    await expect
      .poll(async () => (await petOptions()).map(({ label, declared }) => [label, declared]))
      .toEqual([
        ['A cat', false],
        ['A dog', false],
      ]);
  });
});
