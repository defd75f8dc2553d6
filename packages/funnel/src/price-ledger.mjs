/**
 * The price of a plan that everybody was charged from a day on.
 * @typedef {object} LedgerEntry
 * @property {string} from ISO date.
 * @property {import('./plans.mjs').PlanKey} plan
 * @property {import('./money.mjs').Cents} cents
 */

/**
 * The prices that were really charged, recorded by the owner: one line for each change of a plan's price, never
 * deleted. Prices that only some visitors paid do not count. Example:
 *
 *     { from: '2027-01-04', plan: '4week', cents: 4479 },
 *     { from: '2027-03-01', plan: '4week', cents: 2240 },
 *
 * @type {readonly LedgerEntry[]}
 */
export const PRICE_LEDGER = [];

const DAY_MS = 86_400_000;
/** Days before a reduction whose lowest price is the reference (Art. 6a of the Price Indication Directive 98/6/EC). */
const REFERENCE_DAYS = 30;

/** @typedef {Pick<import('./plans.mjs').Plan, 'key' | 'originalCents' | 'discountedCents'>} ReducedPlan */

/** @typedef {{ readonly problem: 'unknown' } | { readonly problem: 'differs' | 'short' | 'not-lowest', readonly entry: LedgerEntry, readonly lowestCents: number | null }} PriceProblem */

/** @param {string} day */
const timeOf = (day) => Date.parse(`${day}T00:00:00Z`);

/**
 * Returns why a plan's crossed-out price is not proven to be the lowest of the 30 days before the reduction; null if it
 * is. `unknown`: the ledger has no price for today. `differs`: today's price is not the plan's. `short`: the ledger
 * does not reach back 30 days before the reduction. `not-lowest`: the lowest price of those days was another one.
 * @param {readonly LedgerEntry[]} ledger in any order
 * @param {ReducedPlan} plan
 * @param {Date} today
 * @returns {PriceProblem | null}
 */
export const priceProblem = (ledger, { key, originalCents, discountedCents }, today) => {
  const past = ledger
    .filter(({ plan, from }) => plan === key && timeOf(from) <= today.getTime())
    .sort((a, b) => timeOf(a.from) - timeOf(b.from));
  const entry = past.at(-1);
  if (!entry) return { problem: 'unknown' };
  if (entry.cents !== discountedCents) return { problem: 'differs', entry, lowestCents: null };
  const since = timeOf(entry.from) - REFERENCE_DAYS * DAY_MS;
  const earlier = past.slice(0, -1);
  const charged = earlier.filter((_, index) => timeOf(past[index + 1]?.from ?? '') > since);
  const lowestCents = charged.length > 0 ? Math.min(...charged.map(({ cents }) => cents)) : null;
  if (lowestCents === null || !earlier.some(({ from }) => timeOf(from) <= since))
    return { problem: 'short', entry, lowestCents };
  return lowestCents === originalCents ? null : { problem: 'not-lowest', entry, lowestCents };
};

/**
 * Returns a message for each line of the ledger that is malformed or contradicts another.
 * @param {readonly LedgerEntry[]} ledger
 * @param {readonly ReducedPlan[]} plans
 */
export const ledgerProblems = (ledger, plans) =>
  ledger.flatMap(({ from, plan, cents }, index) => {
    const line = `line ${index + 1} (${from}, ${plan})`;
    const isDate = /^\d{4}-\d\d-\d\d$/.test(from) && new Date(timeOf(from)).toJSON()?.slice(0, 10) === from;
    return [
      ...(isDate ? [] : [`${line}: write the day as 2027-01-31`]),
      ...(plans.some(({ key }) => key === plan) ? [] : [`${line}: there is no such plan`]),
      ...(Number.isInteger(cents) && cents > 0 ? [] : [`${line}: write the price in whole cents`]),
      ...(ledger.slice(0, index).some((other) => other.from === from && other.plan === plan)
        ? [`${line}: this plan already has a price for that day`]
        : []),
    ];
  });
