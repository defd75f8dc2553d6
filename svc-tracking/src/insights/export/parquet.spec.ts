import { CHARTS } from '@course/contracts';
import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';
import { expect, it } from 'vitest';
import { toParquet } from './parquet.ts';

const file = async (...args: Parameters<typeof toParquet>): Promise<ArrayBuffer> =>
  new Uint8Array(await toParquet(...args)).buffer;

it('keeps text as it is, whole numbers whole, times as times and unknown as null', async () => {
  const step = {
    place: 1,
    step: '=1+1',
    page_path: '/<b>',
    title: null,
    question_key: 'q1',
    reached: 9_007_199_254_740_991,
    answered: 0,
    left_here: 0,
    still_here: 0,
    drop_off: 0.25,
    stayed_p50_seconds: null,
    left_p50_seconds: 1.5,
    as_of: '2026-11-21T10:00:00.123Z',
  };
  expect(await parquetReadObjects({ file: await file(CHARTS.funnel, [step]) })).toEqual([
    {
      ...step,
      place: 1n,
      reached: 9_007_199_254_740_991n,
      answered: 0n,
      left_here: 0n,
      still_here: 0n,
      as_of: new Date(step.as_of),
    },
  ]);
});

it('has every column without rows', async () => {
  const { children } = parquetSchema(parquetMetadata(await file(CHARTS.answers, [])));
  expect(children.map(({ element }) => element.name)).toEqual([
    'question_key',
    'answer_value',
    'answers',
    'share',
    'declared',
  ]);
});
