import type { RefundView } from '@course/contracts';
import { READER_COPY } from '../../flow/reader-copy.ts';
import { REFUND_COPY } from '../../flow/refund-copy.ts';
import { read } from '@course/platform';
import { useState } from 'react';
import { readSession } from '../../course-access/calls.ts';
import { OrderFacts } from '../../course-access/order-facts.tsx';
import { OpenedOrder, type OpenedOrderView } from '../../course-access/opened-order.tsx';
import { OtherOrderNotice, Result } from '../../course-access/reader-parts.tsx';
import { MailRefundLink } from './mail-refund-link.tsx';
import { RefundForm } from './refund-form.tsx';

/** Returns null if only the course is open in this browser: the refund page needs a link of its own. */
const readRefund = async (): Promise<RefundView | null> =>
  (await readSession()).refund === false ? null : (read(['/api', 'course', 'refund-request']) as Promise<RefundView>);

export const RefundRequestBody = () => (
  <OpenedOrder purpose="refund" readView={readRefund} refunded={<RefundStatus status="refunded" fresh={false} />}>
    {({ view, ...order }) =>
      view === null ? (
        <MailRefundLink onEnded={order.reopen} />
      ) : (
        <Refund key={view.orderNumber} view={view} {...order} />
      )
    }
  </OpenedOrder>
);

interface RefundProps extends Omit<OpenedOrderView<RefundView | null>, 'view'> {
  readonly view: RefundView;
}

function Refund({ view, hasOrderChanged, show, reopen }: RefundProps) {
  const [isFresh, setFresh] = useState(false);
  const showResult = (result: RefundView) => {
    setFresh(true);
    show({ kind: 'open', view: result });
  };
  const readAgain = () => {
    readRefund().then((current) => show({ kind: 'open', view: current }), reopen);
  };
  return (
    <>
      {hasOrderChanged && <OtherOrderNotice orderNumber={view.orderNumber} />}
      <OrderFacts order={view} dateLabel={READER_COPY.facts.paidOn} date={view.paidAt} />
      {view.status === 'possible' ? (
        <RefundForm
          view={view}
          onResult={showResult}
          onEnded={() => show({ kind: 'ended' })}
          onOtherOrder={readAgain}
        />
      ) : (
        <RefundStatus status={view.status} fresh={isFresh} />
      )}
    </>
  );
}

interface RefundStatusProps {
  readonly status: Exclude<RefundView['status'], 'possible'>;
  /** True if it is the result of a user action. */
  readonly fresh: boolean;
}

/** The state of a refund that cannot be requested, or no longer. */
function RefundStatus({ status, fresh }: RefundStatusProps) {
  const { title, text } = REFUND_COPY.states[status];
  return (
    <Result title={title} fresh={fresh}>
      <p>{text}</p>
    </Result>
  );
}
