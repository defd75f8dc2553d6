import type { Resumed, Unsubscribed } from '@course/contracts';
import { Link, send } from '@course/platform';
import { Button, useSubmit } from '@course/ui';
import { useState } from 'react';
import { dateOf, momentOf } from '../../course-access/dates.ts';
import { Failure } from '../../course-access/failure.tsx';
import { passToken } from '../../course-access/link-token.ts';
import { Result } from '../../course-access/reader-parts.tsx';
import reader from '../../course-access/reader.module.css';
import { WithLink } from '../../course-access/with-link.tsx';
import { UNSUBSCRIBE_COPY } from '../../flow/unsubscribe-copy.ts';
import { pathOf } from '../../flow/paths.ts';
import { unsubscribeLink, type UnsubscribeLink } from './unsubscribe-link.ts';

const COPY = UNSUBSCRIBE_COPY;

/** Stops the mails of the link that led here, or restarts them. Nothing is sent before a button is pressed. */
export const UnsubscribeBody = () => (
  <WithLink noLink={COPY.noLink}>{(token) => <Unsubscribe {...unsubscribeLink(token)} />}</WithLink>
);

function Unsubscribe({ unsubscribeToken, courseToken, hasStopped }: UnsubscribeLink) {
  const [result, setResult] = useState<Unsubscribed | Resumed | null>(null);
  const { isSending, error, submit } = useSubmit();
  const call = (path: '' | '/resume') =>
    submit(async () => {
      const response = await send('POST', `/api/unsubscribe/${encodeURIComponent(unsubscribeToken)}${path}`, {});
      setResult(response as Unsubscribed | Resumed);
    });
  const buttonProps = { pending: isSending, onClick: () => call(result || hasStopped ? '/resume' : '') };
  return (
    <>
      {result?.status === 'active' ? (
        <Result fresh title={COPY.resumed.title}>
          <p>{COPY.resumed.text(momentOf(result.nextLessonAt))}</p>
        </Result>
      ) : result ? (
        <Result fresh title={COPY.stopped.title}>
          <p>{COPY.stopped.text(result.planTitle, result.orderNumber)}</p>
          <p>{COPY.stopped.others}</p>
          {result.resumeUntil && (
            <>
              <p>{COPY.until(dateOf(result.resumeUntil))}</p>
              <Button look="quiet" {...buttonProps}>
                {COPY.resume}
              </Button>
            </>
          )}
          <p>
            <span>{COPY.refund}</span>{' '}
            <Link to={pathOf('refund-request')} onClick={() => passToken(courseToken)} className={reader['link']}>
              {COPY.refundLink}
            </Link>
          </p>
        </Result>
      ) : hasStopped ? (
        <Result title={COPY.hasStopped.title}>
          <p>{COPY.hasStopped.text}</p>
          <Button {...buttonProps}>{COPY.resume}</Button>
        </Result>
      ) : (
        <>
          <p>{COPY.text}</p>
          <Button {...buttonProps}>{COPY.button}</Button>
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
