import type { SecondOrderView } from '@course/contracts';
import { formatMoney } from '@course/funnel';
import { SECOND_ORDER_COPY } from '../../flow/second-order-copy.ts';
import { READER_COPY } from '../../flow/reader-copy.ts';
import { Button } from '@course/ui';
import { useState } from 'react';
import { dateOf } from '../../course-access/dates.ts';
import { LinkedOrder, type ShownProps } from '../../course-access/linked-order.tsx';
import { FactList, Result } from '../../course-access/reader-parts.tsx';
import reader from '../../course-access/reader.module.css';

const COPY = SECOND_ORDER_COPY;
const CALLS = { look: '/api/second-order', act: '/api/second-order/undo' } as const;

export const SecondOrderBody = () => <LinkedOrder calls={CALLS} copy={COPY} Shown={Shown} />;

function Shown({ view, isBusy, problem, act }: ShownProps<SecondOrderView>) {
  const [phase, setPhase] = useState<'shown' | 'asking' | 'kept' | 'pressed'>('shown');
  const { status, orderNumber, planTitle, amountCents, currency, paidAt, until } = view;
  const amount = formatMoney(amountCents, currency);
  const { facts, states } = COPY;
  const press = () => void act().then((isAnswered) => isAnswered && setPhase('pressed'));
  return (
    <>
      <FactList
        facts={[
          [facts.order, orderNumber],
          [facts.plan, planTitle],
          [facts.amount, amount],
          [facts.date, dateOf(paidAt)],
        ]}
      />
      {status !== 'possible' && (
        <Result fresh={phase === 'pressed'} title={states[status].title}>
          <p>{states[status].text}</p>
        </Result>
      )}
      {status === 'possible' && phase === 'asking' && (
        <Result fresh title={COPY.sure.title(orderNumber)}>
          <p>{COPY.sure.text(amount)}</p>
          <Button disabled={isBusy} onClick={press}>
            {COPY.sure.yes}
          </Button>
          <Button look="quiet" disabled={isBusy} onClick={() => setPhase('kept')}>
            {COPY.sure.no}
          </Button>
          {problem && <p role="alert">{READER_COPY[problem]}</p>}
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
