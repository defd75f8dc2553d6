import { Button } from '@course/ui';
import { useEffect, useRef, type FormEvent, type InputHTMLAttributes } from 'react';
import css from './lead-form.module.css';

interface LeadFormProps {
  readonly label: string;
  readonly button: string;
  /** What was entered earlier: shown after hydration, unless something has been typed by then. */
  readonly stored: string;
  readonly onValue: (value: string) => void;
  readonly input: InputHTMLAttributes<HTMLInputElement>;
}

/** One question with one text field. What counts as filled in is the browser's rule; blanks alone do nothing. */
export function LeadForm({ label, button, stored, onValue, input }: LeadFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (stored && field.current?.value === '') field.current.value = stored;
  }, [stored]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = field.current?.value.trim();
    if (value) onValue(value);
  };
  // Uncontrolled, so that what is typed before the screen is interactive stays.
  return (
    <form className={css['form']} onSubmit={submit}>
      <label className={css['label']}>
        <span>{label}</span>
        <input {...input} ref={field} required className={css['input']} />
      </label>
      <Button type="submit">{button}</Button>
    </form>
  );
}
