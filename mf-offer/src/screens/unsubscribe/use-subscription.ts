import type { Resumed, Unsubscribed } from '@course/contracts';
import { HttpError, send } from '@course/platform';
import { useEffect, useState } from 'react';
import { isRefused, isTooMany } from '../../course-access/calls.ts';
import { leavingTokensIn, onNewToken, passOn, takeToken, type LeavingTokens } from '../../course-access/link-token.ts';

type Stand =
  | { readonly kind: 'no-link' }
  | { readonly kind: 'asked' }
  | { readonly kind: 'has-stopped' }
  | ({ readonly kind: 'stopped' } & Pick<Unsubscribed, 'orderNumber' | 'planTitle' | 'resumeUntil'>)
  | { readonly kind: 'resumed'; readonly nextLessonAt: string };

type Problem = 'failed' | 'busy' | 'unknown' | 'resume-ended';

export interface Subscription {
  readonly stand: Stand;
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  readonly leave: () => void;
  readonly resume: () => void;
  /** Lets the refund page, shown next, open with the same link. */
  readonly passOn: () => void;
}

const problemOf = (error: unknown): Problem => {
  if (isTooMany(error)) return 'busy';
  if (error instanceof HttpError && error.code === 'resume_ended') return 'resume-ended';
  return isRefused(error) ? 'unknown' : 'failed';
};

const pathOf = (token: string): string => `/api/unsubscribe/${encodeURIComponent(token)}`;
const leaveBy = async (token: string): Promise<Stand> => ({
  ...((await send('POST', pathOf(token), {})) as Unsubscribed),
  kind: 'stopped',
});
const resumeBy = async (token: string): Promise<Stand> => ({
  kind: 'resumed',
  nextLessonAt: ((await send('POST', `${pathOf(token)}/resume`, {})) as Resumed).nextLessonAt,
});

/** Ends and resumes the mails of the link that led here. Nothing is sent before a press. */
export function useSubscription(): Subscription {
  const [tokens, setTokens] = useState<LeavingTokens | null>(null);
  const [stand, setStand] = useState<Stand>({ kind: 'no-link' });
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    const take = () => {
      const taken = takeToken();
      if (taken === null) return;
      const found = leavingTokensIn(taken);
      setTokens(found);
      setStand({ kind: found.hasStopped ? 'has-stopped' : 'asked' });
      setProblem(null);
    };
    take();
    return onNewToken(take);
  }, []);
  const act = (call: (token: string) => Promise<Stand>) => () => {
    if (tokens === null || isBusy) return;
    setBusy(true);
    setProblem(null);
    call(tokens.leave)
      .then(setStand, (error: unknown) => setProblem(problemOf(error)))
      .finally(() => setBusy(false));
  };
  return {
    stand,
    isBusy,
    problem,
    leave: act(leaveBy),
    resume: act(resumeBy),
    passOn: () => passOn(tokens?.read ?? null),
  };
}
