import { REFUND_COPY } from '../../flow/refund-copy.ts';
import { send } from '@course/platform';
import { Button, useSubmit } from '@course/ui';
import { useState } from 'react';
import { isEnded } from '../../course-access/calls.ts';
import { Failure } from '../../course-access/failure.tsx';
import { Result } from '../../course-access/reader-parts.tsx';
import reader from '../../course-access/reader.module.css';

const COPY = REFUND_COPY.mailLink;

interface MailRefundLinkProps {
  /** Called if the course is no longer open in this browser. */
  readonly onEnded: () => void;
}

/** Mails the buyer a refund link, because a lesson's link, which may have been forwarded, cannot request a refund. */
export function MailRefundLink({ onEnded }: MailRefundLinkProps) {
  const [isSent, setSent] = useState(false);
  const { isSending, error, submit } = useSubmit();
  if (isSent) {
    return (
      <Result fresh title={COPY.sent.title}>
        <p>{COPY.sent.text}</p>
      </Result>
    );
  }
  const mail = async () => {
    try {
      await send('POST', '/api/course/refund-request/link', {});
      setSent(true);
    } catch (failure) {
      if (!isEnded(failure)) throw failure;
      onEnded();
    }
  };
  return (
    <div className={reader['panel']}>
      <p role="status">{COPY.text}</p>
      <Button pending={isSending} onClick={() => submit(mail)}>
        {COPY.button}
      </Button>
      <Failure error={error} />
    </div>
  );
}
