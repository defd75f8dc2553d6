import { REFUND_COPY } from '../../flow/refund-copy.ts';
import { READER_COPY } from '../../flow/reader-copy.ts';
import { send } from '@course/platform';
import { Button } from '@course/ui';
import { useState } from 'react';
import { isEnded, isTooMany } from '../../course-access/calls.ts';
import { Result } from '../../course-access/reader-parts.tsx';
import reader from '../../course-access/reader.module.css';

const COPY = REFUND_COPY.mailLink;

interface MailRefundLinkProps {
  /** The course is no longer open in this browser. */
  readonly onRefused: () => void;
}

/** Has the refund's own link mailed to the buyer: the link of a lesson, which may have been forwarded, asks for no refund. */
export function MailRefundLink({ onRefused }: MailRefundLinkProps) {
  const [state, setState] = useState<'ready' | 'sending' | 'sent' | 'failed' | 'busy'>('ready');
  const ask = () => {
    setState('sending');
    send('POST', '/api/course/refund-request/link', {}).then(
      () => setState('sent'),
      (error: unknown) => (isEnded(error) ? onRefused() : setState(isTooMany(error) ? 'busy' : 'failed')),
    );
  };
  if (state === 'sent') {
    return (
      <Result fresh title={COPY.sent.title}>
        <p>{COPY.sent.text}</p>
      </Result>
    );
  }
  return (
    <div className={reader['panel']}>
      <p role="status">{COPY.text}</p>
      <Button disabled={state === 'sending'} onClick={ask}>
        {COPY.button}
      </Button>
      {(state === 'failed' || state === 'busy') && (
        <p role="alert">{state === 'busy' ? READER_COPY.busy : READER_COPY.failed}</p>
      )}
    </div>
  );
}
