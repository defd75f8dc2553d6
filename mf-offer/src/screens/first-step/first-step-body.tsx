import type { ConfirmedFirstStep } from '@course/contracts';
import { send } from '@course/platform';
import { Button, useSubmit } from '@course/ui';
import { useState } from 'react';
import { Failure } from '../../course-access/failure.tsx';
import { Result } from '../../course-access/reader-parts.tsx';
import reader from '../../course-access/reader.module.css';
import { WithLink } from '../../course-access/with-link.tsx';
import { FIRST_STEP_COPY } from '../../flow/first-step-copy.ts';
import { pathForVisitor } from '../../flow/paths.ts';
import { firstStepLink, type FirstStepLink } from './first-step-link.ts';

const COPY = FIRST_STEP_COPY;

/** Confirms the request of the link that led here, or stops its mails. Nothing is sent before the button is pressed. */
export const FirstStepBody = () => (
  <WithLink noLink={COPY.noLink}>{(token) => <FirstStep {...firstStepLink(token)} />}</WithLink>
);

async function act({ token, unsubscribes }: FirstStepLink): Promise<keyof typeof COPY.states> {
  if (!unsubscribes) return ((await send('POST', '/api/first-step/confirm', { token })) as ConfirmedFirstStep).status;
  await send('POST', `/api/first-step/unsubscribe/${encodeURIComponent(token)}`, {});
  return 'left';
}

function FirstStep(link: FirstStepLink) {
  const [outcome, setOutcome] = useState<keyof typeof COPY.states | null>(null);
  const { isSending, error, submit } = useSubmit();
  if (outcome !== null)
    return (
      <Result fresh title={COPY.states[outcome].title}>
        <p>{COPY.states[outcome].text}</p>
        {outcome === 'confirmed' && (
          <a href={pathForVisitor('sales002')} className={reader['link']}>
            {COPY.states.confirmed.offer}
          </a>
        )}
      </Result>
    );
  const { text, button } = COPY[link.unsubscribes ? 'leave' : 'confirm'];
  return (
    <>
      <p>{text}</p>
      <Button pending={isSending} onClick={() => submit(async () => setOutcome(await act(link)))}>
        {button}
      </Button>
      <Failure error={error} refused={COPY.unknown} className={reader['panel']} />
    </>
  );
}
