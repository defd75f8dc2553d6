import { PAYMENT_COPY } from '../../flow/offer-copy.ts';
import { saveEmail, useEmail } from '@course/platform';
import { Button, useSubmit } from '@course/ui';
import { useEffect, useRef, useState } from 'react';
import { EMAIL_FIELD } from '../../lead/email-field.ts';
import { LeadForm } from '../../lead/lead-form.tsx';
import { suggestEmail } from '../email/suggest-email.ts';
import css from './address.module.css';
import { correctEmail, type Corrected } from './correct-email.ts';
import type { CheckoutFacts } from './checkout-status.ts';

const COPY = PAYMENT_COPY.address;

interface AddressProps {
  readonly checkoutId: string;
  readonly facts: CheckoutFacts;
  readonly onChange: (facts: CheckoutFacts) => void;
}

type Phase = 'shown' | 'asking' | Corrected['kind'];

const NOTES: Partial<Record<Phase, string>> = {
  done: COPY.done,
  undeliverable: COPY.undeliverable,
  fixed: COPY.fixed,
  failed: COPY.failed,
};

/** Shows the masked address that the emails go to, and lets the buyer correct it. */
export function Address({ checkoutId, facts: { maskedEmail, correctable }, onChange }: AddressProps) {
  const [phase, setPhase] = useState<Phase>('shown');
  const stored = useEmail();
  const box = useRef<HTMLDivElement>(null);
  const { isSending, submit } = useSubmit();
  const isOpen = phase === 'asking' || phase === 'undeliverable' || phase === 'failed';
  useEffect(() => {
    // The focused element is gone: focus the field, and afterwards the box with the result.
    if (phase === 'asking') box.current?.querySelector('input')?.focus();
    if (phase === 'done' || phase === 'fixed') box.current?.focus();
  }, [phase]);

  if (maskedEmail === undefined) return null;
  const correct = (email: string) =>
    submit(async () => {
      const corrected = await correctEmail(checkoutId, email);
      if (corrected.kind === 'done') {
        onChange(corrected.facts);
        saveEmail(email);
      }
      setPhase(corrected.kind);
    });
  const cancel = () => {
    setPhase('shown');
    box.current?.focus();
  };
  return (
    <div ref={box} tabIndex={-1} className={css['box']}>
      <p className={css['line']}>{COPY.sentTo(maskedEmail)}</p>
      {correctable && !isOpen && (
        <button type="button" className={css['wrong']} onClick={() => setPhase('asking')}>
          {COPY.wrong}
        </button>
      )}
      {isOpen && (
        <>
          <LeadForm
            label={COPY.label}
            button={COPY.button}
            stored={stored}
            onValue={correct}
            pending={isSending}
            input={EMAIL_FIELD}
            suggest={suggestEmail}
          />
          <Button look="quiet" disabled={isSending} onClick={cancel}>
            {COPY.cancel}
          </Button>
        </>
      )}
      <p role="status" className={css['note']}>
        {isSending ? COPY.sending : NOTES[phase]}
      </p>
    </div>
  );
}
