import type { RefundView } from '@course/contracts';
import { REFUND_COPY } from '@course/funnel';
import { Result } from '../../course-access/result.tsx';

interface RefundStandProps {
  readonly status: Exclude<RefundView['status'], 'possible'>;
  /** Whether it answers a press. */
  readonly fresh: boolean;
}

/** How it stands with a refund that cannot, or can no longer, be asked for. */
export function RefundStand({ status, fresh }: RefundStandProps) {
  const { title, text } = REFUND_COPY.states[status];
  return (
    <Result title={title} fresh={fresh}>
      <p>{text}</p>
    </Result>
  );
}
