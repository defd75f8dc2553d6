import type { ObjectionView } from '@course/contracts';
import { OBJECTION_COPY } from '../../flow/objection-copy.ts';
import { Button } from '@course/ui';
import { momentOf } from '../../course-access/dates.ts';
import { Failure } from '../../course-access/failure.tsx';
import { OrderFacts } from '../../course-access/order-facts.tsx';
import { LinkedOrder, type LinkedOrderView } from '../../course-access/linked-order.tsx';
import { Result } from '../../course-access/reader-parts.tsx';
import reader from '../../course-access/reader.module.css';

const COPY = OBJECTION_COPY;
const CALLS = { view: '/api/withdrawals/objection', act: '/api/withdrawals/object' } as const;

export const ObjectionBody = () => (
  <LinkedOrder<ObjectionView> calls={CALLS} copy={COPY}>
    {(order) => <Objection {...order} />}
  </LinkedOrder>
);

function Objection({ view, isFresh, isSending, error, act }: LinkedOrderView<ObjectionView>) {
  const { status, receivedAt, until } = view;
  const { states } = COPY;
  return (
    <>
      <OrderFacts order={view} dateLabel={COPY.received} date={receivedAt} />
      {status === 'possible' ? (
        <div className={reader['panel']}>
          {until !== null && <p>{COPY.text(momentOf(until))}</p>}
          <Button pending={isSending} onClick={act}>
            {COPY.button}
          </Button>
          <Failure error={error} />
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
