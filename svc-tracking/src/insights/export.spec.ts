import { CHARTS } from '@course/contracts';
import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { toCsv, toParquet } from './export.ts';

describe('CSV', () => {
  const row = (answer: string) => ({
    question_key: 'q1',
    answer_value: answer,
    answers: 2,
    share: null,
    declared: true,
  });

  it('writes a header and rows, with unknown values empty', () => {
    expect(toCsv(CHARTS.answers, [row('a, "b"\nc')]).toString()).toBe(
      'question_key,answer_value,answers,share,declared\r\nq1,"a, ""b""\nc",2,,true\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x","y")'])(
    'does not let a spreadsheet see a formula: %j',
    (answer) => {
      const { data } = Papa.parse<Record<string, string>>(toCsv(CHARTS.answers, [row(answer)]).toString(), {
        header: true,
      });
      expect(data[0]?.['answer_value']).toBe(`'${answer}`);
    },
  );

  it('keeps negative numbers as numbers', () => {
    const sale = {
      key: 'A',
      visitors: 1,
      buyers: 1,
      conversion: 1,
      orders: 1,
      gross_cents: 100,
      refunded_cents: 150,
      net_cents: -50,
      currency: 'usd',
    };
    expect(toCsv(CHARTS.conversion, [sale]).toString()).toContain('100,150,-50,usd');
  });

  it('is only a header if there are no rows', () => {
    expect(toCsv(CHARTS.variants, []).toString()).toBe('variant\r\n');
  });
});

describe('Parquet', () => {
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

  it('has every column even without rows', async () => {
    const { children } = parquetSchema(parquetMetadata(await file(CHARTS.answers, [])));
    expect(children.map(({ element }) => element.name)).toEqual([
      'question_key',
      'answer_value',
      'answers',
      'share',
      'declared',
    ]);
  });
});
