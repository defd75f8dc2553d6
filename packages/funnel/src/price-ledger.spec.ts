import { describe, expect, it } from 'vitest';
import { ledgerProblems, PRICE_LEDGER, priceProblem, type LedgerEntry } from './price-ledger.mjs';
import { PLANS } from './plans.mjs';

const plan = { key: '4week', originalCents: 4479, discountedCents: 2240 } as const;
const today = new Date('2027-03-15T12:00:00Z');
const entry = (from: string, cents: number, key: LedgerEntry['plan'] = '4week'): LedgerEntry => ({
  from,
  plan: key,
  cents,
});

describe('the crossed-out price', () => {
  it.each([
    ['was charged for 30 days before the reduction', [entry('2027-01-30', 4479), entry('2027-03-01', 2240)], null],
    ['was charged for years', [entry('2025-01-01', 4479), entry('2027-03-01', 2240)], null],
    ['was charged for years, with unsorted lines', [entry('2027-03-01', 2240), entry('2025-01-01', 4479)], null],
    [
      'was undercut only 31 days before',
      [entry('2026-01-01', 1000), entry('2027-01-30', 4479), entry('2027-03-01', 2240)],
      null,
    ],
    ['has no ledger', [], 'unknown'],
    ['has a ledger that starts in the future', [entry('2027-03-16', 2240)], 'unknown'],
    ['has a ledger only for another plan', [entry('2025-01-01', 1552, '1week')], 'unknown'],
    ['has a reduced price that is not charged', [entry('2025-01-01', 4479)], 'differs'],
    ['was never charged', [entry('2025-01-01', 2240)], 'short'],
    ['was charged for only 29 days', [entry('2027-01-31', 4479), entry('2027-03-01', 2240)], 'short'],
    [
      'was undercut on the 30th day before',
      [entry('2025-01-01', 1000), entry('2027-01-31', 4479), entry('2027-03-01', 2240)],
      'not-lowest',
    ],
    ['is higher than the price charged', [entry('2025-01-01', 3999), entry('2027-03-01', 2240)], 'not-lowest'],
    [
      'was undercut by a sale in between',
      [entry('2025-01-01', 4479), entry('2027-02-10', 1999), entry('2027-02-12', 4479), entry('2027-03-01', 2240)],
      'not-lowest',
    ],
  ])('%s', (_case, ledger, problem) => {
    expect(priceProblem(ledger, plan, today)?.problem ?? null).toBe(problem);
  });

  it('is reported with the lowest price and the day of the reduction', () => {
    const ledger = [entry('2025-01-01', 3999), entry('2027-03-01', 2240)];
    expect(priceProblem(ledger, plan, today)).toEqual({
      problem: 'not-lowest',
      entry: ledger[1],
      lowestCents: 3999,
    });
  });
});

describe('the ledger', () => {
  it('is valid as delivered', () => {
    expect(ledgerProblems(PRICE_LEDGER, PLANS)).toEqual([]);
  });

  it.each([
    ['2027-02-30', '4week', 4479, 'write the day'],
    ['soon', '4week', 4479, 'write the day'],
    ['2027-02-01', '2week', 4479, 'no such plan'],
    ['2027-02-01', '4week', 44.79, 'whole cents'],
    ['2027-02-01', '4week', 0, 'whole cents'],
  ])('rejects %s, %s, %s', (from, key, cents, problem) => {
    expect(ledgerProblems([entry(from, cents, key as LedgerEntry['plan'])], PLANS)).toEqual([
      expect.stringContaining(problem),
    ]);
  });

  it('rejects two prices of a plan on the same day', () => {
    expect(ledgerProblems([entry('2027-02-01', 1), entry('2027-02-01', 2)], PLANS)).toHaveLength(1);
  });
});
