import type { RefundView } from '@course/contracts';
import { REFUND_COPY } from '../../flow/refund-copy.ts';
import { READER_COPY } from '../../flow/reader-copy.ts';
import { send } from '@course/platform';
import { Button } from '@course/ui';
import { useRef, useState, type FormEvent } from 'react';
import { isOtherOrder, isRefused, isTooMany, ofOrder } from '../../course-access/calls.ts';
import { dateOf } from '../../course-access/dates.ts';
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
  const [state, setState] = useState<'ready' | 'sending' | 'failed' | 'busy'>('ready');
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (state === 'sending') return;
    setState('sending');
    const reason = field.current?.value.trim();
    send('POST', `/api/course/refund-request${ofOrder(orderNumber)}`, reason ? { reason } : {}).then(
      (answer) => onAnswer(answer as RefundView),
      (error: unknown) => {
        if (isOtherOrder(error)) onOtherOrder();
        else if (isRefused(error)) onRefused(error);
        else setState(isTooMany(error) ? 'busy' : 'failed');
      },
    );
  };
  return (
    <form className={reader['panel']} onSubmit={ask}>
      <label className={css['label']}>
        <span>{REFUND_COPY.reasonLabel}</span>
        <textarea ref={field} name="reason" rows={4} maxLength={REASON_MAX} className={css['reason']} />
      </label>
      <Button type="submit" disabled={state === 'sending'}>
        {REFUND_COPY.button}
      </Button>
      {(state === 'failed' || state === 'busy') && (
        <p role="alert">{state === 'busy' ? READER_COPY.busy : READER_COPY.failed}</p>
      )}
      <p className={reader['note']}>{`${REFUND_COPY.until(dateOf(until))} ${REFUND_COPY.meanwhile}`}</p>
    </form>
  );
}
