import type { RefundView } from '@course/contracts';
import { REFUND_COPY } from '../../flow/refund-copy.ts';
import { send } from '@course/platform';
import { Button, useSubmit } from '@course/ui';
import { useRef, type FormEvent } from 'react';
import { isOtherOrder, isRefused, ofOrder } from '../../course-access/calls.ts';
import { dateOf } from '../../course-access/dates.ts';
import { Failure } from '../../course-access/failure.tsx';
import reader from '../../course-access/reader.module.css';
import css from './refund-request.module.css';

const REASON_MAX = 2000;

interface RefundFormProps {
  readonly orderNumber: string;
  /** The guarantee's last moment. */
  readonly until: string;
  readonly onAnswer: (view: RefundView) => void;
  readonly onRefused: (error: unknown) => void;
  readonly onOtherOrder: () => void;
}

export function RefundForm({ orderNumber, until, onAnswer, onRefused, onOtherOrder }: RefundFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { isSending, error, submit } = useSubmit();
  const request = async () => {
    const reason = field.current?.value.trim();
    try {
      const path = `/api/course/refund-request${ofOrder(orderNumber)}` as const;
      onAnswer((await send('POST', path, reason ? { reason } : {})) as RefundView);
    } catch (failure) {
      if (isOtherOrder(failure)) onOtherOrder();
      else if (isRefused(failure)) onRefused(failure);
      else throw failure;
    }
  };
  const ask = (event: FormEvent) => {
    event.preventDefault();
    submit(request);
  };
  return (
    <form className={reader['panel']} onSubmit={ask}>
      <label className={css['label']}>
        <span>{REFUND_COPY.reasonLabel}</span>
        <textarea ref={field} name="reason" rows={4} maxLength={REASON_MAX} className={css['reason']} />
      </label>
      <Button type="submit" pending={isSending}>
        {REFUND_COPY.button}
      </Button>
      <Failure error={error} />
      <p className={reader['note']}>{`${REFUND_COPY.until(dateOf(until))} ${REFUND_COPY.meanwhile}`}</p>
    </form>
  );
}
