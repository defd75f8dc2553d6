import { findPlan, formatMoney } from '@course/funnel';
import { PAYMENT_COPY, START_OVER_COPY } from '../../flow/offer-copy.ts';
import { notify, pathTo, startOver, useGo } from '@course/platform';
import { FactList } from '../../course-access/reader-parts.tsx';
import type { CheckoutFacts, PaymentView } from './checkout-status.ts';
import css from './payment-success-screen.module.css';

/** What was bought, and the order number. Renders nothing before there is an order. */
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

/** Lets the next person on a shared device start fresh after the payment. */
export function StartOver() {
  const go = useGo();
  const restart = () => {
    startOver();
    go(pathTo('start'));
    notify({ tone: 'plain', ...START_OVER_COPY.done });
  };
  return (
    <p className={css['shared']}>
      <span>{START_OVER_COPY.shared}</span>
      <button type="button" className={css['again']} onClick={restart}>
        {START_OVER_COPY.button}
      </button>
    </p>
  );
}

const MARKS = {
  paid: { color: '#0f5c5c', ground: '#e4f2f0', path: 'M20 33l9 9 16-19' },
  checking: { color: '#8a5a00', ground: '#fff5dc', path: 'M20 32h.1M32 32h.1M44 32h.1' },
  processing: { color: '#8a5a00', ground: '#fff5dc', path: 'M32 19v14l9 6' },
  closed: { color: '#9f1239', ground: '#fdecf1', path: 'M23 23l18 18M41 23L23 41' },
  refunded: { color: '#0f5c5c', ground: '#e4f2f0', path: 'M44 40c0-9-5-13-12-13H20m8-8-8 8 8 8' },
  disputed: { color: '#8a5a00', ground: '#fff5dc', path: 'M32 18v18M32 45h.1' },
  elsewhere: { color: '#8a5a00', ground: '#fff5dc', path: 'M22 24h20v16H22zM18 46h28' },
  unknown: { color: '#8a5a00', ground: '#fff5dc', path: 'M32 18v18M32 45h.1' },
} as const satisfies { [View in PaymentView]: { color: string; ground: string; path: string } };

export function ViewMark({ view }: { readonly view: PaymentView }) {
  const { color, ground, path } = MARKS[view];
  return (
    <svg viewBox="0 0 64 64" className={css['mark']} aria-hidden="true">
      <circle cx="32" cy="32" r="32" fill={ground} />
      <path d={path} fill="none" stroke={color} strokeWidth="5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
