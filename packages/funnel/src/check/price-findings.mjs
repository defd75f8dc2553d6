import { formatUsd } from '../money.mjs';
import { ledgerProblems, priceProblem } from '../price-ledger.mjs';

/** @typedef {import('./findings.mjs').Finding} Finding */
/** @typedef {import('./findings.mjs').Content} Content */

const FILE = 'packages/funnel/src/price-ledger.mjs';

/** @type {Readonly<Record<import('../price-ledger.mjs').PriceProblem['problem'], string>>} */
const TO_DO = {
  unknown: 'Record since when everybody is charged the discounted price, and what was charged before',
  differs: "Record today's price for everybody, or correct it in packages/funnel/src/plans.mjs",
  short: 'Charge the crossed-out price for 30 days before the reduction, or do not cross out a price',
  'not-lowest': 'In the EU the crossed-out price has to be the lowest of the 30 days before: correct originalCents',
};

/** @param {import('../price-ledger.mjs').PriceProblem} problem */
const reasonOf = (problem) => {
  if (problem.problem === 'unknown') return 'the ledger has no price for it';
  const { entry, lowestCents } = problem;
  if (problem.problem === 'differs') return `the ledger says ${formatUsd(entry.cents)} since ${entry.from}`;
  if (lowestCents === null || problem.problem === 'short')
    return `the ledger does not reach back 30 days before the reduction of ${entry.from}`;
  return `the lowest price of the 30 days before ${entry.from} was ${formatUsd(lowestCents)}`;
};

/**
 * Returns why crossed-out prices are not proven by the owner's ledger to be the lowest of the 30 days before the
 * reduction, and lines of the ledger that are wrong.
 * @param {Content} content
 * @returns {Finding[]}
 */
export const priceFindings = ({ plans, ledger, today }) => [
  ...ledgerProblems(ledger, plans).map((problem) => ({
    what: 'price ledger',
    found: problem,
    file: FILE,
    toDo: 'Correct the line',
  })),
  ...plans.flatMap((plan) => {
    if (plan.originalCents === plan.discountedCents) return [];
    const problem = priceProblem(ledger, plan, today);
    return problem === null
      ? []
      : [
          {
            what: 'crossed-out price not proven',
            found: `${plan.title} ${formatUsd(plan.originalCents)} -> ${formatUsd(plan.discountedCents)}: ${reasonOf(problem)}`,
            file: FILE,
            toDo: TO_DO[problem.problem],
          },
        ];
  }),
];
