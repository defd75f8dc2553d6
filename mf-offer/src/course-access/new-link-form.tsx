import { NEW_LINK_COPY, READER_COPY } from '../flow/reader-copy.ts';
import { send } from '@course/platform';
import { useState } from 'react';
import { EMAIL_FIELD } from '../lead/email-field.ts';
import { LeadForm } from '../lead/lead-form.tsx';
import { isTooMany } from './calls.ts';
import { Result } from './reader-parts.tsx';
import css from './reader.module.css';

const FIELD = { ...EMAIL_FIELD, enterKeyHint: 'send', placeholder: NEW_LINK_COPY.placeholder } as const;

interface NewLinkFormProps {
  readonly purpose: 'course' | 'refund';
  /** A link led here, but it opens nothing. */
  readonly ended: boolean;
  /** What stands above the field instead of what the page's own copy says. */
  readonly note?: string;
}

/** Asks for a new link by mail. What it says afterwards does not tell whether the address is known. */
export function NewLinkForm({ purpose, ended, note }: NewLinkFormProps) {
  const [state, setState] = useState<'asking' | 'accepted' | 'failed' | 'busy'>('asking');
  const ask = (email: string) => {
    setState('asking');
    send('POST', '/api/course/links', { email, purpose }).then(
      () => setState('accepted'),
      (error: unknown) => setState(isTooMany(error) ? 'busy' : 'failed'),
    );
  };
  if (state === 'accepted') {
    return (
      <Result fresh title={NEW_LINK_COPY.accepted.title}>
        <p>{NEW_LINK_COPY.accepted.text}</p>
      </Result>
    );
  }
  return (
    <div className={css['panel']}>
      <p role="status">{note ?? (ended ? NEW_LINK_COPY.ended : NEW_LINK_COPY[purpose])}</p>
      <LeadForm label={NEW_LINK_COPY.label} button={NEW_LINK_COPY.button} stored="" onValue={ask} input={FIELD} />
      {state !== 'asking' && <p role="alert">{state === 'busy' ? READER_COPY.busy : READER_COPY.failed}</p>}
    </div>
  );
}
