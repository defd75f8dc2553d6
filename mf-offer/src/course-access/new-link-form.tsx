import { NEW_LINK_COPY } from '../flow/reader-copy.ts';
import { send } from '@course/platform';
import { useSubmit } from '@course/ui';
import { useState } from 'react';
import { EMAIL_FIELD } from '../lead/email-field.ts';
import { LeadForm } from '../lead/lead-form.tsx';
import type { Purpose } from './calls.ts';
import { Failure } from './failure.tsx';
import { Result } from './reader-parts.tsx';
import css from './reader.module.css';

const FIELD = { ...EMAIL_FIELD, enterKeyHint: 'send', placeholder: NEW_LINK_COPY.placeholder } as const;

interface NewLinkFormProps {
  readonly purpose: Purpose;
  /** True if a link led here that opens nothing. */
  readonly ended: boolean;
  /** Replaces the text above the field. */
  readonly note?: string;
}

/** Requests a new link by mail. Its confirmation does not reveal whether the address is known. */
export function NewLinkForm({ purpose, ended, note }: NewLinkFormProps) {
  const [isAccepted, setAccepted] = useState(false);
  const { isSending, error, submit } = useSubmit();
  if (isAccepted) {
    return (
      <Result fresh title={NEW_LINK_COPY.accepted.title}>
        <p>{NEW_LINK_COPY.accepted.text}</p>
      </Result>
    );
  }
  const requestLink = (email: string) =>
    submit(async () => {
      await send('POST', '/api/course/links', { email, purpose });
      setAccepted(true);
    });
  return (
    <div className={css['panel']}>
      <p role="status">{note ?? (ended ? NEW_LINK_COPY.ended : NEW_LINK_COPY[purpose])}</p>
      <LeadForm
        label={NEW_LINK_COPY.label}
        button={NEW_LINK_COPY.button}
        stored=""
        onValue={requestLink}
        pending={isSending}
        input={FIELD}
      />
      <Failure error={error} />
    </div>
  );
}
