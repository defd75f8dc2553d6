import { expect, test } from 'vitest';
import { isClean, compareWithRows, type Acknowledged, type StoredRow } from './delivery-log.ts';

const acknowledged = new Map<string, Acknowledged>([
  ['a', { sessionId: 's', pagePath: '/1', seconds: 2.5 }],
  ['b', { sessionId: 's', pagePath: '/2' }],
]);
const rowA: StoredRow = { id: 'a', session_id: 's', page_path: '/1', time_spent_seconds: 2.5 };
const rowB: StoredRow = { id: 'b', session_id: 's', page_path: '/2', time_spent_seconds: null };
const resultOf = (...rows: StoredRow[]) => compareWithRows(acknowledged, new Map(rows.map((row) => [row.id, row])));

test('finds nothing missing when everything is stored, and counts what was acknowledged', () => {
  expect(resultOf(rowA, rowB)).toEqual({
    acknowledgedEntries: 2,
    acknowledgedExits: 1,
    lostEntries: 0,
    lostExits: 0,
    wrong: 0,
  });
  expect(isClean(resultOf(rowA, rowB))).toBe(true);
});

test.each([
  ['a lost entry', [rowA], { lostEntries: 1 }],
  ['a lost entry and its exit', [rowB], { lostEntries: 1, lostExits: 1 }],
  [
    'a lost entry whose exit is stored',
    [{ ...rowA, session_id: null, page_path: null }, rowB],
    { lostEntries: 1, lostExits: 0 },
  ],
  ['a lost exit', [{ ...rowA, time_spent_seconds: null }, rowB], { lostExits: 1 }],
  ['another exit', [{ ...rowA, time_spent_seconds: 9 }, rowB], { wrong: 1 }],
  ['another session', [rowA, { ...rowB, session_id: 'x' }], { wrong: 1 }],
  ['another path', [rowA, { ...rowB, page_path: '/x' }], { wrong: 1 }],
])('finds %s', (_name, rows, expected) => {
  expect(resultOf(...rows)).toMatchObject(expected);
  expect(isClean(resultOf(...rows))).toBe(false);
});
