import type { Resumed, Unsubscribed } from '@course/contracts';
import { Link, send } from '@course/platform';
import { Button, useSubmit } from '@course/ui';
import { useState } from 'react';
import { dateOf, momentOf } from '../../course-access/dates.ts';
import { Failure } from '../../course-access/failure.tsx';
import { passOn, useOpenedLink } from '../../course-access/link-token.ts';
import { Loading, Result } from '../../course-access/reader-parts.tsx';
import reader from '../../course-access/reader.module.css';
import { UNSUBSCRIBE_COPY } from '../../flow/unsubscribe-copy.ts';
import { pathOf } from '../../flow/ways.ts';
import { unsubscribeLink, type UnsubscribeLink } from './unsubscribe-link.ts';

const COPY = UNSUBSCRIBE_COPY;

/** Ends the mails of the link that led here, or starts them again. Nothing is sent before a press. */
export function UnsubscribeBody() {
  const link = useOpenedLink();
  if (link === undefined) return <Loading />;
  if (link === null)
    return (
      <p role="status" className={reader['panel']}>
        {COPY.noLink}
      </p>
    );
  return <Unsubscribe key={link.nth} {...unsubscribeLink(link.token)} />;
}

function Unsubscribe({ leave, read, hasStopped }: UnsubscribeLink) {
  const [answer, setAnswer] = useState<Unsubscribed | Resumed | null>(null);
  const { isSending, error, submit } = useSubmit();
  const call = (path: '' | '/resume') =>
    submit(async () => {
      const answered = await send('POST', `/api/unsubscribe/${encodeURIComponent(leave)}${path}`, {});
      setAnswer(answered as Unsubscribed | Resumed);
    });
  const press = { pending: isSending, onClick: () => call(answer || hasStopped ? '/resume' : '') };
  return (
    <>
      {answer?.status === 'active' ? (
        <Result fresh title={COPY.resumed.title}>
          <p>{COPY.resumed.text(momentOf(answer.nextLessonAt))}</p>
        </Result>
      ) : answer ? (
        <Result fresh title={COPY.stopped.title}>
          <p>{COPY.stopped.text(answer.planTitle, answer.orderNumber)}</p>
          <p>{COPY.stopped.others}</p>
          {answer.resumeUntil && (
            <>
              <p>{COPY.until(dateOf(answer.resumeUntil))}</p>
              <Button look="quiet" {...press}>
                {COPY.resume}
              </Button>
            </>
          )}
          <p>
            <span>{COPY.refund}</span>{' '}
            <Link to={pathOf('refund-request')} onClick={() => passOn(read)} className={reader['link']}>
              {COPY.refundLink}
            </Link>
          </p>
        </Result>
      ) : hasStopped ? (
        <Result title={COPY.hasStopped.title}>
          <p>{COPY.hasStopped.text}</p>
          <Button {...press}>{COPY.resume}</Button>
        </Result>
      ) : (
        <>
          <p>{COPY.text}</p>
          <Button {...press}>{COPY.button}</Button>
        </>
      )}
      <Failure
        error={error}
        texts={{ resume_ended: COPY.resumeEnded }}
        refused={COPY.unknown}
        className={reader['panel']}
      />
    </>
  );
}
