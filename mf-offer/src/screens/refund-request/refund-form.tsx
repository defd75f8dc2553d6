import { REFUND_REASON_MAX, type RefundView } from '@course/contracts';
import { REFUND_COPY } from '../../flow/refund-copy.ts';
import { send } from '@course/platform';
import { Button, useSubmit } from '@course/ui';
import { useRef, type FormEvent } from 'react';
import { isOtherOrder, isRefunded, isRefused, orderQuery } from '../../course-access/calls.ts';
import { dateOf } from '../../course-access/dates.ts';
import { Failure } from '../../course-access/failure.tsx';
import reader from '../../course-access/reader.module.css';
import css from './refund-request.module.css';

interface RefundFormProps {
  readonly view: RefundView;
  readonly onResult: (view: RefundView) => void;
  /** Called if the link ended while the page was open. */
  readonly onEnded: () => void;
  /** Called if another order was opened in this browser while the page was open. */
  readonly onOtherOrder: () => void;
}

export function RefundForm({ view, onResult, onEnded, onOtherOrder }: RefundFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { isSending, error, submit } = useSubmit();
  const request = async () => {
    const reason = field.current?.value.trim();
    try {
      const path = `/api/course/refund-request${orderQuery(view.orderNumber)}` as const;
      onResult((await send('POST', path, reason ? { reason } : {})) as RefundView);
    } catch (failure) {
      if (isOtherOrder(failure)) onOtherOrder();
      else if (isRefunded(failure)) onResult({ ...view, status: 'refunded' });
      else if (isRefused(failure)) onEnded();
      else throw failure;
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(request);
  };
  return (
    <form className={reader['panel']} onSubmit={onSubmit}>
      <label className={css['label']}>
        <span>{REFUND_COPY.reasonLabel}</span>
        <textarea ref={field} name="reason" rows={4} maxLength={REFUND_REASON_MAX} className={css['reason']} />
      </label>
      <Button type="submit" pending={isSending}>
        {REFUND_COPY.button}
      </Button>
      <Failure error={error} />
      <p className={reader['note']}>{`${REFUND_COPY.until(dateOf(view.until))} ${REFUND_COPY.meanwhile}`}</p>
    </form>
  );
}
