import type { RefundView } from '@course/contracts';
import { formatMoney } from '@course/funnel';
import { REFUND_COPY } from '../../flow/refund-copy.ts';
import { read } from '@course/platform';
import { useState } from 'react';
import { readSession } from '../../course-access/calls.ts';
import { dateOf } from '../../course-access/dates.ts';
import { OpenedOrder, type OpenedOrderView } from '../../course-access/opened-order.tsx';
import { FactList, OtherOrderNotice, Result } from '../../course-access/reader-parts.tsx';
import { MailRefundLink } from './mail-refund-link.tsx';
import { RefundForm } from './refund-form.tsx';

/** Null where only the course is open in this browser: the refund page needs a link of its own. */
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
  const answered = (answer: RefundView) => {
    setFresh(true);
    show({ kind: 'open', view: answer });
  };
  const readAgain = () => {
    readRefund().then((found) => show({ kind: 'open', view: found }), reopen);
  };
  return (
    <>
      {hasOrderChanged && <OtherOrderNotice orderNumber={view.orderNumber} />}
      <Purchase view={view} />
      {view.status === 'possible' ? (
        <RefundForm view={view} onAnswer={answered} onEnded={() => show({ kind: 'ended' })} onOtherOrder={readAgain} />
      ) : (
        <RefundStatus status={view.status} fresh={isFresh} />
      )}
    </>
  );
}

/** What was bought: no address, because whoever holds the link may not be the buyer. */
function Purchase({ view: { orderNumber, planTitle, amountCents, currency, paidAt } }: { readonly view: RefundView }) {
  const { order, plan, amount, date } = REFUND_COPY.facts;
  return (
    <FactList
      facts={[
        [order, orderNumber],
        [plan, planTitle],
        [amount, formatMoney(amountCents, currency)],
        [date, dateOf(paidAt)],
      ]}
    />
  );
}

interface RefundStatusProps {
  readonly status: Exclude<RefundView['status'], 'possible'>;
  /** Whether it answers a press. */
  readonly fresh: boolean;
}

/** How it stands with a refund that cannot, or can no longer, be asked for. */
function RefundStatus({ status, fresh }: RefundStatusProps) {
  const { title, text } = REFUND_COPY.states[status];
  return (
    <Result title={title} fresh={fresh}>
      <p>{text}</p>
    </Result>
  );
}
