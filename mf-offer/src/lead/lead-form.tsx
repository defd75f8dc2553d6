import { Button } from '@course/ui';
import { useEffect, useRef, type FormEvent, type InputHTMLAttributes, type ReactNode } from 'react';
import css from './lead-form.module.css';
import { Suggestion } from './suggestion.tsx';

interface LeadFormProps {
  readonly label: string;
  readonly button: string;
  /** The value entered earlier. Shown after hydration, unless something has been typed by then. */
  readonly stored: string;
  readonly onValue: (value: string) => void;
  /** True while the value is being sent; it can then be neither changed nor sent again. */
  readonly pending?: boolean;
  readonly input: InputHTMLAttributes<HTMLInputElement>;
  /** Returns a probable correction of what was typed, or null. The visitor may ignore it. */
  readonly suggest?: (value: string) => string | null;
  /** Shown between field and button. */
  readonly children?: ReactNode;
}

const NON_ASCII = /[^ -~]/;

/** Converts an international domain to ASCII (Punycode), as other browsers do for email fields and Firefox does not. */
function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  if (!NON_ASCII.test(domain)) return email;
  try {
    return email.slice(0, at) + new URL(`http://${domain}`).hostname;
  } catch {
    return email;
  }
}

/** A form with one text field. The browser validates it; a blank value is not submitted. */
export function LeadForm({ label, button, stored, onValue, pending = false, input, suggest, children }: LeadFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (stored && field.current?.value === '') field.current.value = stored;
  }, [stored]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!field.current) return;
    const value = field.current.value.trim();
    if (value) return onValue(input.type === 'email' ? withAsciiDomain(value) : value);
    // Spaces alone satisfied `required`.
    field.current.value = '';
    field.current.reportValidity();
  };
  const accept = (value: string) => {
    if (!field.current) return;
    field.current.value = value;
    field.current.dispatchEvent(new Event('input', { bubbles: true }));
    field.current.focus();
  };
  // Uncontrolled, so that what is typed before hydration is kept.
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
