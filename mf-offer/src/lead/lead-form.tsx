import { Button } from '@course/ui';
import { useEffect, useRef, type FormEvent, type InputHTMLAttributes, type ReactNode } from 'react';
import css from './lead-form.module.css';
import { Suggestion } from './suggestion.tsx';

interface LeadFormProps {
  readonly label: string;
  readonly button: string;
  /** What was entered earlier: shown after hydration, unless something has been typed by then. */
  readonly stored: string;
  readonly onValue: (value: string) => void;
  /** What was entered is being sent: until then it can be neither changed nor sent again. */
  readonly pending?: boolean;
  readonly input: InputHTMLAttributes<HTMLInputElement>;
  /** What was probably meant instead of what is typed. Offered, never insisted on. */
  readonly suggest?: (value: string) => string | null;
  /** Between field and button. */
  readonly children?: ReactNode;
}

const BEYOND_ASCII = /[^ -~]/;

/** Firefox leaves an international domain as it was typed, where other browsers put it into the field as services take it. */
function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  const url = `http://${domain}`;
  return BEYOND_ASCII.test(domain) && URL.canParse(url) ? email.slice(0, at) + new URL(url).hostname : email;
}

/** One question with one text field. What counts as filled in is the browser's rule; blanks alone do nothing. */
export function LeadForm({ label, button, stored, onValue, pending = false, input, suggest, children }: LeadFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (stored && field.current?.value === '') field.current.value = stored;
  }, [stored]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = field.current?.value.trim();
    if (value) onValue(input.type === 'email' ? withAsciiDomain(value) : value);
  };
  const accept = (value: string) => {
    if (!field.current) return;
    field.current.value = value;
    field.current.dispatchEvent(new Event('input', { bubbles: true }));
    field.current.focus();
  };
  // Uncontrolled, so that what is typed before the screen is interactive stays.
  return (
    <form className={css['form']} onSubmit={submit}>
      <label className={css['label']}>
        <span>{label}</span>
        <input {...input} ref={field} required readOnly={pending} className={css['input']} />
      </label>
      {suggest && <Suggestion field={field} suggest={suggest} onAccept={accept} />}
      {children}
      <Button type="submit" pending={pending}>
        {button}
      </Button>
    </form>
  );
}
