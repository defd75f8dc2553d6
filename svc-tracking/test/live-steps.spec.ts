import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { declared, STEPS } from '@course/funnel';
import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import type { RemoteStepRow } from '@course/contracts';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { liveReleases, setSteps } from '../src/refresher/live-steps.ts';
import { refresh } from '../src/refresher/refresh.ts';
import { addAnswer, addSession, recordChange } from './support/funnel-rows.ts';
import { aPool } from './support/pool.ts';
import { aView, write } from './support/views.ts';

const HOUR_MS = 3_600_000;
const ROWS: readonly RemoteStepRow[] = STEPS.map((step) => ({ ...declared(step), path: step.path }));
const PET: RemoteStepRow = {
  key: 'pet',
  path: '/pet',
  title: 'Which pet?',
  question: 'pet',
  next: 'readiness',
  place: 30,
};
const WITH_PET = ROWS.flatMap((step) =>
  step.key === 'readiness' ? [PET, step] : step.key === 'q20' ? [{ ...step, next: 'pet' }] : [step],
);

let stores: Stores;
let owner: pg.Pool;
let service: pg.Pool;
let analyst: pg.Pool;
let folder: string;

beforeAll(async () => {
  stores = await freshStores();
  owner = aPool(stores.databaseUrl);
  service = aPool(stores.trackingDatabaseUrl);
  analyst = aPool(stores.analystUrl);
});

afterAll(async () => {
  await Promise.all([owner.end(), service.end(), analyst.end()]);
  await stores.stop();
});

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'live-steps-'));
  return () => rm(folder, { recursive: true });
});

const source = () => ({
  registryFile: path.join(folder, 'registry.json'),
  remotesDir: path.join(folder, 'remotes'),
  origins: [],
});

/** Publishes a build of mf-quiz with these steps; without steps it is one of before. */
async function publish(version: string, steps: readonly RemoteStepRow[] | undefined): Promise<void> {
  const build = path.join(folder, 'remotes', 'mf-quiz', version);
  await mkdir(build, { recursive: true });
  if (steps) await writeFile(path.join(build, 'steps.json'), JSON.stringify(steps));
  const routes = ROWS.map((step) => ({ path: step.path, screen: 'x', title: 'x', html: 'x' }));
  await writeFile(
    path.join(build, 'remote.json'),
    JSON.stringify({ name: 'mf-quiz', version, contract: 1, scripts: [], styles: [], routes }),
  );
  await writeFile(
    source().registryFile,
    JSON.stringify({
      remotes: { 'mf-quiz': { entry: `/remotes/mf-quiz/${version}/remoteEntry.js`, version, contract: 1 } },
    }),
  );
}

const follow = async (): Promise<number> => setSteps(service, await liveReleases(source())());
const refreshAll = async (): Promise<void> => {
  while ((await refresh(service)) > 0);
};
const stepsSeen = async (): Promise<string[]> =>
  (await analyst.query<{ step: string }>('select step from analytics.steps order by place')).rows.map(
    ({ step }) => step,
  );
const onWay = (rows: readonly RemoteStepRow[]) =>
  rows
    .map(({ key }) => key)
    .filter(
      (key) =>
        ![
          'terms',
          'privacy',
          'refund',
          'subscription',
          'course',
          'unsubscribe',
          'refund-request',
          'second-order',
        ].includes(key),
    );

describe('the steps that analysts see', () => {
  it('follow what is published and rolled back, in the order of the way', async () => {
    await publish('1', ROWS);
    expect(await follow()).toBe(0);
    await publish('2', WITH_PET);
    expect(await follow()).toBeGreaterThan(0);
    expect(await stepsSeen()).toEqual(onWay(WITH_PET));
    expect(
      (await analyst.query(`select page_path, title, question_key from analytics.steps where step = 'pet'`)).rows,
    ).toEqual([{ page_path: '/pet', title: 'Which pet?', question_key: 'pet' }]);
    expect(await follow()).toBe(0);
    await publish('1', ROWS);
    expect(await follow()).toBeGreaterThan(0);
    expect(await stepsSeen()).toEqual(onWay(ROWS));
  });

  it('count those who were on a step before it was noticed', async () => {
    await publish('1', ROWS);
    await follow();
    await write(service, [aView(Date.now() - 2_000, { sessionId: 'early', pagePath: '/pet', seconds: 1 })]);
    await refreshAll();
    await publish('2', WITH_PET);
    await follow();
    await refreshAll();
    const range = [new Date(Date.now() - HOUR_MS), new Date(Date.now() + HOUR_MS)];
    const { rows } = await analyst.query(`select reached::int from analytics.funnel($1, $2) where step = 'pet'`, range);
    expect(rows).toEqual([{ reached: 1 }]);
  });

  it('stay as they are when the registry or a build cannot be read', async () => {
    await publish('2', WITH_PET);
    await follow();
    await rm(path.join(folder, 'remotes'), { recursive: true });
    await expect(follow()).rejects.toThrow();
    await writeFile(source().registryFile, '{');
    await expect(follow()).rejects.toThrow();
    expect(await stepsSeen()).toEqual(onWay(WITH_PET));
  });

  it('stay as they are at the paths of a release that does not tell its steps', async () => {
    await publish('2', WITH_PET);
    await follow();
    await publish('0', undefined);
    expect(await follow()).toBe(0);
    expect(await stepsSeen()).toEqual(onWay(WITH_PET));
  });

  it('are not taken back by the product’s table at the next migration', async () => {
    await publish('2', WITH_PET);
    await follow();
    await owner.query('select rollups.set_steps($1, false)', [JSON.stringify([])]);
    expect(await stepsSeen()).toEqual(onWay(WITH_PET));
  });

  it('use up no numbers however often they are read', async () => {
    await publish('1', ROWS);
    await publish('2', WITH_PET);
    const last = async () =>
      Number((await owner.query<{ id: number }>('select max(id)::int as id from rollups.steps')).rows[0]?.id);
    await follow();
    const before = await last();
    for (const [version, steps] of [
      ['1', ROWS],
      ['2', WITH_PET],
      ['1', ROWS],
    ] as const) {
      await publish(version, steps);
      await follow();
    }
    await publish('3', [...WITH_PET, { ...PET, key: 'other', path: '/other', question: null, next: null }]);
    await follow();
    expect(await last()).toBe(before + 1);
  });
});

describe('answers to questions that no release declares', () => {
  it('are shown, and marked', async () => {
    await publish('1', ROWS);
    await follow();
    const at = Date.now() - 48 * HOUR_MS;
    await addSession(owner, { id: 'u1', at });
    await addAnswer(owner, 'u1', 'q3', 'often');
    await addAnswer(owner, 'u1', 'pet', 'cat');
    await refreshAll();
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
    await publish('2', WITH_PET);
    await follow();
    expect((await answers())[1]).toMatchObject({ question_key: 'pet', declared: true });
  });

  it('are bounded: anybody may send any key and any value', async () => {
    await publish('1', ROWS);
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
    await refreshAll();
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
