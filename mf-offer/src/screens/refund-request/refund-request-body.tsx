import type { RefundView } from '@course/contracts';
import { read } from '@course/platform';
import { useState } from 'react';
import { readSession } from '../../course-access/calls.ts';
import { NewLinkForm } from '../../course-access/new-link-form.tsx';
import { Opening, Unreachable } from '../../course-access/states.tsx';
import { useReading } from '../../course-access/use-reading.ts';
import { MailRefundLink } from './mail-refund-link.tsx';
import { Purchase } from './purchase.tsx';
import { RefundForm } from './refund-form.tsx';
import { RefundStand } from './refund-stand.tsx';

/** Null where only the course is open in this browser: the refund page needs a link of its own. */
const readRefund = async (): Promise<RefundView | null> =>
  (await readSession()).refund === false ? null : (read(['/api', 'course', 'refund-request']) as Promise<RefundView>);

export function RefundRequestBody() {
  const { reading, tryAgain, show } = useReading(readRefund);
  switch (reading.is) {
    case 'opening':
      return <Opening />;
    case 'unreachable':
      return <Unreachable busy={reading.busy} onAgain={tryAgain} />;
    case 'refunded':
      return <RefundStand status="refunded" fresh={false} />;
    case 'shut':
      return <NewLinkForm purpose="refund" ended={reading.ended} />;
    case 'open':
      if (reading.view === null) return <MailRefundLink />;
      return (
        <Refund
          view={reading.view}
          onAnswer={(view) => show({ is: 'open', view })}
          onShut={() => show({ is: 'shut', ended: true })}
        />
      );
    default:
      return reading satisfies never;
  }
}

interface RefundProps {
  readonly view: RefundView;
  readonly onAnswer: (view: RefundView) => void;
  /** The link ended while the page was open. */
  readonly onShut: () => void;
}

function Refund({ view, onAnswer, onShut }: RefundProps) {
  const [isFresh, setFresh] = useState(false);
  const answered = (answer: RefundView) => {
    setFresh(true);
    onAnswer(answer);
  };
  return (
    <>
      <Purchase view={view} />
      {view.status === 'possible' ? (
        <RefundForm until={view.until} onAnswer={answered} onShut={onShut} />
      ) : (
        <RefundStand status={view.status} fresh={isFresh} />
      )}
    </>
  );
}
