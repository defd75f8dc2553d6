import { FIRST_STEP_COPY } from '../../flow/first-step-copy.ts';
import { READER_COPY } from '../../flow/reader-copy.ts';
import { pathForVisitor } from '../../flow/use-flow.ts';
import { Button } from '@course/ui';
import { Result } from '../../course-access/reader-parts.tsx';
import reader from '../../course-access/reader.module.css';
import { type FirstStep, useFirstStep } from './use-first-step.ts';

const COPY = FIRST_STEP_COPY;

const PROBLEMS = {
  failed: READER_COPY.failed,
  busy: READER_COPY.busy,
  unknown: COPY.unknown,
} as const satisfies { [Problem in NonNullable<FirstStep['problem']>]: string };

export function FirstStepBody() {
  const { stand, isBusy, problem, press } = useFirstStep();
  return (
    <>
      {stand === 'no-link' && (
        <p role="status" className={reader['panel']}>
          {COPY.noLink}
        </p>
      )}
      {(stand === 'confirm' || stand === 'leave') && (
        <>
          <p>{COPY[stand].text}</p>
          <Button disabled={isBusy} onClick={press}>
            {COPY[stand].button}
          </Button>
        </>
      )}
      {(stand === 'confirmed' || stand === 'ended' || stand === 'left') && (
        <Result fresh title={COPY.states[stand].title}>
          <p>{COPY.states[stand].text}</p>
          {stand === 'confirmed' && (
            <a href={pathForVisitor('sales002')} className={reader['link']}>
              {COPY.states.confirmed.offer}
            </a>
          )}
        </Result>
      )}
      {problem && (
        <p role="alert" className={reader['panel']}>
          {PROBLEMS[problem]}
        </p>
      )}
    </>
  );
}
