import type { RefundView } from '@course/contracts';
import { formatUsd, REFUND_COPY } from '@course/funnel';
import { dateOf } from '../../reader/dates.ts';
import css from './refund-request.module.css';

/** `$22.40`; another currency with its code. */
const amountOf = ({ amountCents, currency }: RefundView): string =>
  currency === 'usd' ? formatUsd(amountCents) : `${(amountCents / 100).toFixed(2)} ${currency.toUpperCase()}`;

/** What was bought: no address, because whoever holds the link may not be the buyer. */
export function Purchase({ view }: { readonly view: RefundView }) {
  const { facts } = REFUND_COPY;
  const rows = [
    [facts.plan, view.planTitle],
    [facts.amount, amountOf(view)],
    [facts.date, dateOf(view.paidAt)],
  ];
  return (
    <dl className={css['facts']}>
      {rows.map(([name, value]) => (
        <div key={name} className={css['fact']}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
