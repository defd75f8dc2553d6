import type { RefundView } from '@course/contracts';
import { formatMoney } from '@course/funnel';
import { REFUND_COPY } from '../../flow/refund-copy.ts';
import { read } from '@course/platform';
import { useState } from 'react';
import { isRefunded, readSession } from '../../course-access/calls.ts';
import { dateOf } from '../../course-access/dates.ts';
import { NewLinkForm } from '../../course-access/new-link-form.tsx';
import { FactList, Opening, OtherOrderNotice, Result, Unreachable } from '../../course-access/reader-parts.tsx';
import { useOrderChanged } from '../../course-access/use-order-changed.ts';
import { useReading } from '../../course-access/use-reading.ts';
import { MailRefundLink } from './mail-refund-link.tsx';
import { RefundForm } from './refund-form.tsx';

/** Null where only the course is open in this browser: the refund page needs a link of its own. */
const readRefund = async (): Promise<RefundView | null> =>
  (await readSession()).refund === false ? null : (read(['/api', 'course', 'refund-request']) as Promise<RefundView>);

export function RefundRequestBody() {
  const { reading, tryAgain, show } = useReading({ readView: readRefund, purpose: 'refund' });
  const hasOrderChanged = useOrderChanged(reading.kind === 'open' ? reading.view : null);
  const showAgain = () => {
    readRefund().then((view) => show({ kind: 'open', view }), tryAgain);
  };
  switch (reading.kind) {
    case 'opening':
      return <Opening />;
    case 'unreachable':
      return <Unreachable busy={reading.busy} onAgain={tryAgain} />;
    case 'refunded':
      return <RefundStand status="refunded" fresh={reading.fresh === true} />;
    case 'shut':
      return <NewLinkForm purpose="refund" ended={reading.ended} />;
    case 'open':
      if (reading.view === null) return <MailRefundLink onEnded={tryAgain} />;
      return (
        <>
          {hasOrderChanged && <OtherOrderNotice orderNumber={reading.view.orderNumber} />}
          <Refund
            key={reading.view.orderNumber}
            view={reading.view}
            onAnswer={(view) => show({ kind: 'open', view })}
            onRefused={(error) =>
              show(isRefunded(error) ? { kind: 'refunded', fresh: true } : { kind: 'shut', ended: true })
            }
            onOtherOrder={showAgain}
          />
        </>
      );
    default:
      return reading satisfies never;
  }
}

interface RefundProps {
  readonly view: RefundView;
  readonly onAnswer: (view: RefundView) => void;
  /** The link ended, or the order was refunded, while the page was open. */
  readonly onRefused: (error: unknown) => void;
  /** Another order was opened in this browser while the page was open. */
  readonly onOtherOrder: () => void;
}

function Refund({ view, onAnswer, onRefused, onOtherOrder }: RefundProps) {
  const [isFresh, setFresh] = useState(false);
  const answered = (answer: RefundView) => {
    setFresh(true);
    onAnswer(answer);
  };
  return (
    <>
      <Purchase view={view} />
      {view.status === 'possible' ? (
        <RefundForm
          orderNumber={view.orderNumber}
          until={view.until}
          onAnswer={answered}
          onRefused={onRefused}
          onOtherOrder={onOtherOrder}
        />
      ) : (
        <RefundStand status={view.status} fresh={isFresh} />
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

interface RefundStandProps {
  readonly status: Exclude<RefundView['status'], 'possible'>;
  /** Whether it answers a press. */
  readonly fresh: boolean;
}

/** How it stands with a refund that cannot, or can no longer, be asked for. */
function RefundStand({ status, fresh }: RefundStandProps) {
  const { title, text } = REFUND_COPY.states[status];
  return (
    <Result title={title} fresh={fresh}>
      <p>{text}</p>
    </Result>
  );
}
