import { clippedName } from '@course/contracts';
import { LEAD_COPY } from '../../flow/offer-copy.ts';
import { saveName, useName } from '@course/platform';
import type { FormEvent } from 'react';
import { loadDialog, usePrefetch } from '../../flow/prefetch.ts';
import { loadPlanner } from '../../flow/my-plan.ts';
import { type ScreenProps, StepFrame } from '../../flow/step-frame.tsx';
import { useNext, useTrackProgress } from '../../flow/navigation.ts';
import { LeadForm } from '../../lead/lead-form.tsx';
import css from '../../lead/lead.module.css';

const COPY = LEAD_COPY.name;
// `maxLength` counts UTF-16 units, of which an emoji has two.
const clip = ({ currentTarget: field }: FormEvent<HTMLInputElement>) => {
  const clipped = clippedName(field.value);
  if (clipped !== field.value) field.value = clipped;
};

const FIELD = {
  type: 'text',
  name: 'name',
  autoComplete: 'given-name',
  autoCapitalize: 'words',
  enterKeyHint: 'next',
  spellCheck: false,
  placeholder: COPY.placeholder,
  onInput: clip,
} as const;

export function NameScreen({ step }: ScreenProps) {
  const next = useNext(step);
  const stored = useName();
  useTrackProgress(step.key);
  // The next screen, the scratch card, opens a dialog.
  usePrefetch(loadDialog);
  usePrefetch(loadPlanner);
  const save = (name: string) => {
    saveName(clippedName(name));
    next();
  };
  return (
    <StepFrame step={step}>
      <div className={css['intro']}>
        <h1 className={css['title']}>{step.title}</h1>
        <p className={css['note']}>{COPY.note}</p>
      </div>
      <LeadForm label={COPY.label} button={COPY.button} stored={stored} onValue={save} input={FIELD} />
    </StepFrame>
  );
}
