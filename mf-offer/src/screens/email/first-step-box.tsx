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

/** Asks for lesson 1 and the plan by mail. Unticked, and again so when the address is changed: a consent is for one address. */
export function FirstStepBox({ box, tickedFor }: FirstStepBoxProps) {
  const id = useId();
  const [isEdited, setEdited] = useState(false);
  useEffect(() => {
    const form = box.current?.closest('form');
    const edit = () => setEdited(true);
    // Without an event of its own: typed before hydration, or restored by the browser.
    const shown = form?.querySelector('input')?.value;
    if (tickedFor && shown && shown !== tickedFor) edit();
    form?.addEventListener('input', edit);
    return () => form?.removeEventListener('input', edit);
  }, [box, tickedFor]);
  const starts = tickedFor !== '' && !isEdited;
  return (
    <div className={css['offer']}>
      <Checkbox key={String(starts)} ref={box} id={id} defaultChecked={starts} aria-describedby={`${id}-details`} />
      <label htmlFor={id} className={css['label']}>
        {label}
      </label>
      <p id={`${id}-details`} className={css['details']}>
        {[...details, without].join(' ')}
      </p>
    </div>
  );
}
