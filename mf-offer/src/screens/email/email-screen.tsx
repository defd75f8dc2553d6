import { LEAD_COPY, pathOf } from '@course/funnel';
import { Link, saveEmail, track, useEmail } from '@course/platform';
import { LockIcon } from '../../art/icons.tsx';
import type { ScreenProps } from '../../flow/screen-props.ts';
import { StepFrame } from '../../flow/step-frame.tsx';
import { useAhead } from '../../flow/use-ahead.ts';
import { useNext } from '../../flow/use-next.ts';
import { useTrackProgress } from '../../flow/use-track-progress.ts';
import { LeadForm } from '../../lead/lead-form.tsx';
import { suggestEmail } from './suggest-email.ts';
import css from '../../lead/lead.module.css';

const COPY = LEAD_COPY.email;
const FIELD = {
  type: 'email',
  name: 'email',
  autoComplete: 'email',
  inputMode: 'email',
  enterKeyHint: 'next',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: 254,
  placeholder: COPY.placeholder,
} as const;

export function EmailScreen({ step }: ScreenProps) {
  const next = useNext(step);
  useTrackProgress(step.key);
  useAhead('processing');
  const save = (email: string) => {
    saveEmail(email);
    track('Contact');
    next();
  };
  return (
    <StepFrame step={step}>
      <div className={css['intro']}>
        <h1 className={css['title']}>{step.title}</h1>
        <p className={css['note']}>{COPY.note}</p>
      </div>
      <LeadForm
        label={COPY.label}
        button={COPY.button}
        stored={useEmail()}
        onValue={save}
        input={FIELD}
        suggest={suggestEmail}
      />
      <Privacy />
    </StepFrame>
  );
}

const Privacy = () => (
  <div className={css['privacy']}>
    <LockIcon />
    <div>
      <p>{COPY.privacy}</p>
      <Link to={pathOf('privacy')} className={css['privacyLink']}>
        {COPY.privacyLink}
      </Link>
    </div>
  </div>
);
