import type { OrderFacts as Facts } from '@course/contracts';
import { formatMoney } from '@course/funnel';
import { READER_COPY } from '../flow/reader-copy.ts';
import { dateOf } from './dates.ts';
import { FactList } from './reader-parts.tsx';

interface OrderFactsProps {
  readonly order: Facts;
  readonly dateLabel: string;
  /** ISO timestamp; only its day is shown. */
  readonly date: string;
}

/** The key facts of the order that the page is about. */
export function OrderFacts({ order, dateLabel, date }: OrderFactsProps) {
  const { facts } = READER_COPY;
  return (
    <FactList
      facts={[
        [facts.order, order.orderNumber],
        [facts.plan, order.planTitle],
        [facts.amount, formatMoney(order.amountCents, order.currency)],
        [dateLabel, dateOf(date)],
      ]}
    />
  );
}
