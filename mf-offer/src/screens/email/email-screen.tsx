import { LEAD_COPY } from '../../flow/offer-copy.ts';
import { Link, pathTo, saveEmail, track, useEmail } from '@course/platform';
import { LockIcon } from '../../art/icons.tsx';
import { usePreload } from '../../flow/prefetch.ts';
import { type ScreenProps, StepFrame } from '../../flow/step-frame.tsx';
import { useNext, useTrackProgress } from '../../flow/navigation.ts';
import { isTicked } from '@course/ui/checkbox';
import { useRef } from 'react';
import { EMAIL_FIELD } from '../../lead/email-field.ts';
import { LeadForm } from '../../lead/lead-form.tsx';
import css from '../../lead/lead.module.css';
import { FirstStepBox } from './first-step-box.tsx';
import { reportFirstStep, useFirstStepEmail } from './first-step.ts';
import { suggestEmail } from './suggest-email.ts';

const COPY = LEAD_COPY.email;
const FIELD = { ...EMAIL_FIELD, enterKeyHint: 'next', placeholder: COPY.placeholder } as const;

export function EmailScreen({ step }: ScreenProps) {
  const next = useNext(step);
  useTrackProgress(step.key);
  usePreload('quiz-end');
  const stored = useEmail();
  const box = useRef<HTMLButtonElement>(null);
  const wasTickedFor = useFirstStepEmail();
  const save = (email: string) => {
    saveEmail(email);
    reportFirstStep(email, isTicked(box.current));
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
        stored={stored}
        onValue={save}
        input={FIELD}
        suggest={suggestEmail}
      >
        <FirstStepBox box={box} tickedFor={stored === wasTickedFor ? stored : ''} />
      </LeadForm>
      <Privacy />
    </StepFrame>
  );
}

const Privacy = () => (
  <div className={css['privacy']}>
    <LockIcon />
    <div>
      <p>{COPY.privacy}</p>
      <Link to={pathTo('privacy')} className={css['privacyLink']}>
        {COPY.privacyLink}
      </Link>
    </div>
  </div>
);
