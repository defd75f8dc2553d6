import type { ConfirmedFirstStep } from '@course/contracts';
import { send } from '@course/platform';
import { useEffect, useRef, useState } from 'react';
import { isRefused, isTooMany } from '../../course-access/calls.ts';
import { onNewToken, takeToken } from '../../course-access/link-token.ts';

/** `confirm` and `leave`: what the link's button would do. The others: what became of it. */
export type Stand = 'no-link' | 'confirm' | 'leave' | 'left' | ConfirmedFirstStep['status'];

export interface FirstStep {
  readonly stand: Stand;
  readonly isBusy: boolean;
  readonly problem: 'failed' | 'busy' | 'unknown' | null;
  /** Does what the link is for. Nothing is sent before. */
  readonly press: () => void;
}

/** What a link of these mails carries: the token, and whether it ends the mails. */
export const linkIn = (fragment: string): { readonly token: string; readonly leaves: boolean } => {
  const [token = '', purpose] = fragment.split('.', 2);
  return { token, leaves: purpose === 'leave' };
};

async function follow(fragment: string): Promise<Stand> {
  const { token, leaves } = linkIn(fragment);
  if (!leaves) return ((await send('POST', '/api/first-step/confirm', { token })) as ConfirmedFirstStep).status;
  await send('POST', `/api/first-step/unsubscribe/${encodeURIComponent(token)}`, {});
  return 'left';
}

/** Confirms the request of the link that led here, or ends its mails. */
export function useFirstStep(): FirstStep {
  const link = useRef<string | null>(null);
  const [stand, setStand] = useState<Stand>('no-link');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FirstStep['problem']>(null);
  useEffect(() => {
    const take = () => {
      const taken = takeToken();
      if (taken === null) return;
      link.current = taken;
      setStand(linkIn(taken).leaves ? 'leave' : 'confirm');
      setProblem(null);
    };
    take();
    return onNewToken(take);
  }, []);
  const press = () => {
    if (link.current === null || isBusy) return;
    setBusy(true);
    setProblem(null);
    follow(link.current)
      .then(setStand, (error: unknown) =>
        setProblem(isTooMany(error) ? 'busy' : isRefused(error) ? 'unknown' : 'failed'),
      )
      .finally(() => setBusy(false));
  };
  return { stand, isBusy, problem, press };
}
