import { findPlan, formatMoney, PAYMENT_COPY } from '@course/funnel';
import { FactList } from '../../course-access/fact-list.tsx';
import type { CheckoutFacts } from './look-at-checkout.ts';

/** What was bought, and the number that names the order to us. Nothing before there is an order. */
export function Receipt({ facts: { plan, amountCents, currency, orderNumber } }: { readonly facts: CheckoutFacts }) {
  if (orderNumber === undefined) return null;
  const names = PAYMENT_COPY.facts;
  const planTitle = plan && (findPlan(plan)?.title ?? plan);
  const paid = amountCents !== undefined && currency !== undefined ? formatMoney(amountCents, currency) : undefined;
  return (
    <FactList
      facts={[
        [names.plan, planTitle],
        [names.amount, paid],
        [names.order, orderNumber],
      ]}
    />
  );
}
