import type { SecondOrderView } from '@course/contracts';
import { formatMoney } from '@course/funnel';
import { READER_COPY } from '../../flow/reader-copy.ts';
import { SECOND_ORDER_COPY } from '../../flow/second-order-copy.ts';
import { Button } from '@course/ui';
import { useState } from 'react';
import { dateOf } from '../../course-access/dates.ts';
import { Failure } from '../../course-access/failure.tsx';
import { OrderFacts } from '../../course-access/order-facts.tsx';
import { LinkedOrder, type LinkedOrderView } from '../../course-access/linked-order.tsx';
import { Result } from '../../course-access/reader-parts.tsx';
import reader from '../../course-access/reader.module.css';

const COPY = SECOND_ORDER_COPY;
const CALLS = { view: '/api/second-order', act: '/api/second-order/undo' } as const;

export const SecondOrderBody = () => (
  <LinkedOrder<SecondOrderView> calls={CALLS} copy={COPY}>
    {(order) => <SecondOrder {...order} />}
  </LinkedOrder>
);

function SecondOrder({ view, isFresh, isSending, error, act }: LinkedOrderView<SecondOrderView>) {
  const [phase, setPhase] = useState<'shown' | 'asking' | 'kept'>('shown');
  const { status, orderNumber, amountCents, currency, paidAt, until } = view;
  const { states } = COPY;
  return (
    <>
      <OrderFacts order={view} dateLabel={READER_COPY.facts.paidOn} date={paidAt} />
      {status !== 'possible' && (
        <Result fresh={isFresh} title={states[status].title}>
          <p>{states[status].text}</p>
        </Result>
      )}
      {status === 'possible' && phase === 'asking' && (
        <Result fresh title={COPY.sure.title(orderNumber)}>
          <p>{COPY.sure.text(formatMoney(amountCents, currency))}</p>
          <Button pending={isSending} onClick={act}>
            {COPY.sure.yes}
          </Button>
          <Button look="quiet" disabled={isSending} onClick={() => setPhase('kept')}>
            {COPY.sure.no}
          </Button>
          <Failure error={error} />
        </Result>
      )}
      {status === 'possible' && phase !== 'asking' && (
        <>
          {phase === 'kept' && <Result fresh title={COPY.kept} />}
          <Button look={phase === 'kept' ? 'quiet' : 'main'} onClick={() => setPhase('asking')}>
            {COPY.button}
          </Button>
          <p className={reader['note']}>{COPY.until(dateOf(until))}</p>
        </>
      )}
    </>
  );
}
