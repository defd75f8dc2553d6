import { clippedName } from '@course/contracts';
import { LEAD_COPY } from '@course/funnel';
import { saveName, useName } from '@course/platform';
import type { FormEvent } from 'react';
import type { ScreenProps } from '../../flow/screen-props.ts';
import { StepFrame } from '../../flow/step-frame.tsx';
import { loadDialog } from '../../flow/use-dialog.ts';
import { useNext } from '../../flow/use-next.ts';
import { useTrackProgress } from '../../flow/use-track-progress.ts';
import { useWhenIdle } from '../../flow/use-when-idle.ts';
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
  useTrackProgress(step.key);
  // The scratch card, which comes next, opens a dialog.
  useWhenIdle(loadDialog);
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
      <LeadForm label={COPY.label} button={COPY.button} stored={useName()} onValue={save} input={FIELD} />
    </StepFrame>
  );
}
