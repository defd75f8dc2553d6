import { UNSUBSCRIBE_COPY } from '../../flow/unsubscribe-copy.ts';
import { READER_COPY } from '../../flow/reader-copy.ts';
import { pathOf } from '../../flow/ways.ts';
import { Link } from '@course/platform';
import { Button } from '@course/ui';
import { dateOf, momentOf } from '../../course-access/dates.ts';
import { Result } from '../../course-access/reader-parts.tsx';
import reader from '../../course-access/reader.module.css';
import { type Subscription, useSubscription } from './use-subscription.ts';

const COPY = UNSUBSCRIBE_COPY;

const PROBLEMS = {
  failed: READER_COPY.failed,
  busy: READER_COPY.busy,
  unknown: COPY.unknown,
  'resume-ended': COPY.resumeEnded,
} as const satisfies {
  [Problem in NonNullable<Subscription['problem']>]: string;
};

export function UnsubscribeBody() {
  const subscription = useSubscription();
  return (
    <>
      <Stand {...subscription} />
      {subscription.problem && (
        <p role="alert" className={reader['panel']}>
          {PROBLEMS[subscription.problem]}
        </p>
      )}
    </>
  );
}

function Stand({ stand, isBusy, leave, resume, passOn }: Subscription) {
  switch (stand.kind) {
    case 'no-link':
      return (
        <p role="status" className={reader['panel']}>
          {COPY.noLink}
        </p>
      );
    case 'asked':
      return (
        <>
          <p>{COPY.text}</p>
          <Button disabled={isBusy} onClick={leave}>
            {COPY.button}
          </Button>
        </>
      );
    case 'has-stopped':
      return (
        <Result title={COPY.hasStopped.title}>
          <p>{COPY.hasStopped.text}</p>
          <Button disabled={isBusy} onClick={resume}>
            {COPY.resume}
          </Button>
        </Result>
      );
    case 'stopped':
      return (
        <Result fresh title={COPY.stopped.title}>
          <p>{COPY.stopped.text(stand.planTitle, stand.orderNumber)}</p>
          <p>{COPY.stopped.others}</p>
          <p>{stand.resumeUntil ? COPY.until(dateOf(stand.resumeUntil)) : COPY.ended}</p>
          {stand.resumeUntil && (
            <Button look="quiet" disabled={isBusy} onClick={resume}>
              {COPY.resume}
            </Button>
          )}
          <p>
            <span>{COPY.refund}</span>{' '}
            <Link to={pathOf('refund-request')} onClick={passOn} className={reader['link']}>
              {COPY.refundLink}
            </Link>
          </p>
        </Result>
      );
    case 'resumed':
      return (
        <Result fresh title={COPY.resumed.title}>
          <p>{COPY.resumed.text(momentOf(stand.nextLessonAt))}</p>
        </Result>
      );
    default:
      return stand satisfies never;
  }
}
