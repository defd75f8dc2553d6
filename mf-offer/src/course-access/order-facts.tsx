import type { OrderFacts as Facts } from '@course/contracts';
import { formatMoney } from '@course/funnel';
import { READER_COPY } from '../flow/reader-copy.ts';
import { dateOf } from './dates.ts';
import { FactList } from './reader-parts.tsx';

interface OrderFactsProps {
  readonly of: Facts;
  /** The name of a day of the order and its moment. */
  readonly on: readonly [name: string, moment: string];
}

/** Which order the page is about. */
export function OrderFacts({
  of: { orderNumber, planTitle, amountCents, currency },
  on: [name, moment],
}: OrderFactsProps) {
  const { order, plan, amount } = READER_COPY.facts;
  return (
    <FactList
      facts={[
        [order, orderNumber],
        [plan, planTitle],
        [amount, formatMoney(amountCents, currency)],
        [name, dateOf(moment)],
      ]}
    />
  );
}
