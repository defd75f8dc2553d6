import type { ObjectionView } from '@course/contracts';
import { formatMoney } from '@course/funnel';
import { OBJECTION_COPY } from '../../flow/objection-copy.ts';
import { READER_COPY } from '../../flow/reader-copy.ts';
import { Button } from '@course/ui';
import { useState } from 'react';
import { dateOf, momentOf } from '../../course-access/dates.ts';
import { LinkedOrder, type ShownProps } from '../../course-access/linked-order.tsx';
import { FactList, Result } from '../../course-access/reader-parts.tsx';
import reader from '../../course-access/reader.module.css';

const COPY = OBJECTION_COPY;
const CALLS = { look: '/api/withdrawals/objection', act: '/api/withdrawals/object' } as const;

export const ObjectionBody = () => <LinkedOrder calls={CALLS} copy={COPY} Shown={Shown} />;

function Shown({ view, isBusy, problem, act }: ShownProps<ObjectionView>) {
  const [isFresh, setFresh] = useState(false);
  const { status, orderNumber, planTitle, amountCents, currency, receivedAt, until } = view;
  const { facts, states } = COPY;
  const press = () => void act().then((isAnswered) => isAnswered && setFresh(true));
  return (
    <>
      <FactList
        facts={[
          [facts.order, orderNumber],
          [facts.plan, planTitle],
          [facts.amount, formatMoney(amountCents, currency)],
          [facts.received, dateOf(receivedAt)],
        ]}
      />
      {status === 'possible' ? (
        <div className={reader['panel']}>
          {until !== null && <p>{COPY.text(momentOf(until))}</p>}
          <Button disabled={isBusy} onClick={press}>
            {COPY.button}
          </Button>
          {problem && <p role="alert">{READER_COPY[problem]}</p>}
          <p className={reader['note']}>{COPY.keep}</p>
        </div>
      ) : (
        <Result fresh={isFresh} title={states[status].title}>
          <p>{states[status].text}</p>
        </Result>
      )}
    </>
  );
}
