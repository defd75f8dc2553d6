import type { DeclaredWithdrawal, DeclareWithdrawal } from '@course/contracts';
import { HttpError, send } from '@course/platform';
import { useRef, useState } from 'react';

export type Problem = 'offline' | 'refused' | 'busy';

/** How far the visitor is: what they typed stays until it has been sent. */
export type Phase =
  | { readonly kind: 'asking' }
  | { readonly kind: 'reviewing'; readonly isSending: boolean; readonly problem: Problem | null }
  | { readonly kind: 'sent'; readonly receivedAt: string };

export interface WithdrawalControl {
  readonly phase: Phase;
  readonly declared: DeclareWithdrawal;
  readonly review: (declared: DeclareWithdrawal) => void;
  readonly change: () => void;
  /** Sends the declaration: once, however often it is pressed. */
  readonly confirm: () => void;
}

const problemOf = (error: unknown): Problem => {
  if (!(error instanceof HttpError)) return 'offline';
  if (error.status === 429) return 'busy';
  return error.status < 500 ? 'refused' : 'offline';
};

export function useWithdrawal(): WithdrawalControl {
  const [phase, setPhase] = useState<Phase>({ kind: 'asking' });
  const [declared, setDeclared] = useState<DeclareWithdrawal>({ name: '', reference: '' });
  // A second press comes before the next render.
  const isSending = useRef(false);
  const confirm = (): void => {
    if (isSending.current) return;
    isSending.current = true;
    setPhase({ kind: 'reviewing', isSending: true, problem: null });
    send('POST', '/api/withdrawals', declared)
      .then(
        (answer) => setPhase({ kind: 'sent', receivedAt: (answer as DeclaredWithdrawal).receivedAt }),
        (error: unknown) => setPhase({ kind: 'reviewing', isSending: false, problem: problemOf(error) }),
      )
      .finally(() => {
        isSending.current = false;
      });
  };
  return {
    phase,
    declared,
    review: (given) => {
      setDeclared(given);
      setPhase({ kind: 'reviewing', isSending: false, problem: null });
    },
    change: () => setPhase({ kind: 'asking' }),
    confirm,
  };
}
