import { describe, expect, it } from 'vitest';
import { ledgerProblems, PRICE_LEDGER, priceProblem, type LedgerEntry } from './price-ledger.mjs';
import { PLANS } from './plans.mjs';

const plan = { key: '4week', originalCents: 4479, discountedCents: 2240 } as const;
const today = new Date('2027-03-15T12:00:00Z');
const at = (from: string, cents: number, key: LedgerEntry['plan'] = '4week'): LedgerEntry => ({
  from,
  plan: key,
  cents,
});

describe('the crossed-out price', () => {
  it.each([
    ['was charged for 30 days before the reduction', [at('2027-01-30', 4479), at('2027-03-01', 2240)], null],
    ['was charged for years', [at('2025-01-01', 4479), at('2027-03-01', 2240)], null],
    ['in any order of lines', [at('2027-03-01', 2240), at('2025-01-01', 4479)], null],
    [
      'was lower a month and a day before',
      [at('2026-01-01', 1000), at('2027-01-30', 4479), at('2027-03-01', 2240)],
      null,
    ],
    ['has no ledger', [], 'unknown'],
    ['begins in the future', [at('2027-03-16', 2240)], 'unknown'],
    ['has a ledger of another plan', [at('2025-01-01', 1552, '1week')], 'unknown'],
    ['is beside a price that is not charged', [at('2025-01-01', 4479)], 'differs'],
    ['was never charged', [at('2025-01-01', 2240)], 'short'],
    ['was charged for 29 days only', [at('2027-01-31', 4479), at('2027-03-01', 2240)], 'short'],
    [
      'was undercut on the 30th day before',
      [at('2025-01-01', 1000), at('2027-01-31', 4479), at('2027-03-01', 2240)],
      'not-lowest',
    ],
    ['is higher than what was charged', [at('2025-01-01', 3999), at('2027-03-01', 2240)], 'not-lowest'],
    [
      'was undercut by a sale in between',
      [at('2025-01-01', 4479), at('2027-02-10', 1999), at('2027-02-12', 4479), at('2027-03-01', 2240)],
      'not-lowest',
    ],
  ])('%s', (_case, ledger, problem) => {
    expect(priceProblem(ledger, plan, today)?.problem ?? null).toBe(problem);
  });

  it('names the lowest price and the day of the reduction', () => {
    const ledger = [at('2025-01-01', 3999), at('2027-03-01', 2240)];
    expect(priceProblem(ledger, plan, today)).toEqual({
      problem: 'not-lowest',
      entry: ledger[1],
      lowestCents: 3999,
    });
  });
});

describe('the ledger', () => {
  it('is readable as delivered', () => {
    expect(ledgerProblems(PRICE_LEDGER, PLANS)).toEqual([]);
  });

  it.each([
    ['2027-02-30', '4week', 4479, 'write the day'],
    ['soon', '4week', 4479, 'write the day'],
    ['2027-02-01', '2week', 4479, 'no such plan'],
    ['2027-02-01', '4week', 44.79, 'whole cents'],
    ['2027-02-01', '4week', 0, 'whole cents'],
  ])('refuses %s, %s, %s', (from, key, cents, problem) => {
    expect(ledgerProblems([at(from, cents, key as LedgerEntry['plan'])], PLANS)).toEqual([
      expect.stringContaining(problem),
    ]);
  });

  it('refuses two prices of a plan on one day', () => {
    expect(ledgerProblems([at('2027-02-01', 1), at('2027-02-01', 2)], PLANS)).toHaveLength(1);
  });
});
