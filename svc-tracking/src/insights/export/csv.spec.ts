import { CHARTS } from '@course/contracts';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';

const row = (answer: string) => ({ question_key: 'q1', answer_value: answer, answers: 2, share: null, declared: true });

it('writes a header, rows and nothing where nothing is known', () => {
  expect(toCsv(CHARTS.answers, [row('a, "b"\nc')]).toString()).toBe(
    'question_key,answer_value,answers,share,declared\r\nq1,"a, ""b""\nc",2,,true\r\n',
  );
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x","y")'])(
  'gives a spreadsheet no formula: %j',
  (answer) => {
    const { data } = Papa.parse<Record<string, string>>(toCsv(CHARTS.answers, [row(answer)]).toString(), {
      header: true,
    });
    expect(data[0]?.['answer_value']).toBe(`'${answer}`);
  },
);

it('leaves numbers below zero numbers', () => {
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

it('is a header alone without rows', () => {
  expect(toCsv(CHARTS.variants, []).toString()).toBe('variant\r\n');
});
