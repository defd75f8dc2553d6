import { LEAD_COPY } from '../flow/offer-copy.ts';
import { useEffect, useState, type RefObject } from 'react';
import css from './suggestion.module.css';

/** Delay after the last keystroke: short enough to be seen before the form is sent, long enough not to interrupt. */
const DEBOUNCE_MS = 350;

interface SuggestionProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly suggest: (value: string) => string | null;
  readonly onAccept: (value: string) => void;
}

/** A suggested correction below a field, as a button that applies it. Announced politely, without moving the focus. */
export function Suggestion({ field, suggest, onAccept }: SuggestionProps) {
  const [suggestion, setSuggestion] = useState<string | null>(null);
  useEffect(() => {
    const input = field.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const schedule = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setSuggestion(suggest(input?.value.trim() ?? '')), DEBOUNCE_MS);
    };
    // Also checks what was typed before hydration.
    schedule();
    input?.addEventListener('input', schedule);
    return () => {
      clearTimeout(timer);
      input?.removeEventListener('input', schedule);
    };
  }, [field, suggest]);

  const accept = () => {
    if (suggestion !== null) onAccept(suggestion);
    setSuggestion(null);
  };
  return (
    <div aria-live="polite">
      {suggestion !== null && (
        <button type="button" className={css['suggestion']} onClick={accept}>
          {`${LEAD_COPY.email.didYouMean} `}
          <strong>{suggestion}</strong>?
        </button>
      )}
    </div>
  );
}
