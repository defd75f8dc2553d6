import type { RefundView } from '@course/contracts';
import { formatMoney, REFUND_COPY } from '@course/funnel';
import { dateOf } from '../../course-access/dates.ts';
import { FactList } from '../../course-access/fact-list.tsx';

/** What was bought: no address, because whoever holds the link may not be the buyer. */
export function Purchase({ view: { planTitle, amountCents, currency, paidAt } }: { readonly view: RefundView }) {
  const { plan, amount, date } = REFUND_COPY.facts;
  return (
    <FactList
      facts={[
        [plan, planTitle],
        [amount, formatMoney(amountCents, currency)],
        [date, dateOf(paidAt)],
      ]}
    />
  );
}
