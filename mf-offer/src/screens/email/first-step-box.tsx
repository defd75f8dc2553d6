import { LEAD_COPY } from '../../flow/offer-copy.ts';
import { Checkbox } from '@course/ui/checkbox';
import { type RefObject, useEffect, useId, useState } from 'react';
import css from './first-step-box.module.css';

const { label, details, without } = LEAD_COPY.email.firstStep;

interface FirstStepBoxProps {
  readonly box: RefObject<HTMLButtonElement | null>;
  /** The stored address, if the box was ticked for it earlier; otherwise empty. */
  readonly tickedFor: string;
}

/**
 * The box that requests lesson 1 and the plan by mail. It starts unticked, unless it was ticked for the stored address,
 * and is unticked when the address changes, because consent is given for one address.
 */
export function FirstStepBox({ box, tickedFor }: FirstStepBoxProps) {
  const id = useId();
  const [isEdited, setEdited] = useState(false);
  useEffect(() => {
    const form = box.current?.closest('form');
    const edit = () => setEdited(true);
    // No input event fires for what was typed before hydration or restored by the browser.
    const shown = form?.querySelector('input')?.value;
    if (tickedFor && shown && shown !== tickedFor) edit();
    form?.addEventListener('input', edit);
    return () => form?.removeEventListener('input', edit);
  }, [box, tickedFor]);
  const startsTicked = tickedFor !== '' && !isEdited;
  return (
    <div className={css['offer']}>
      <Checkbox
        key={String(startsTicked)}
        ref={box}
        id={id}
        defaultChecked={startsTicked}
        aria-describedby={`${id}-details`}
      />
      <label htmlFor={id} className={css['label']}>
        {label}
      </label>
      <p id={`${id}-details`} className={css['details']}>
        {[...details, without].join(' ')}
      </p>
    </div>
  );
}
