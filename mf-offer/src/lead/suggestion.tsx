import { LEAD_COPY } from '../flow/offer-copy.ts';
import { useEffect, useState, type RefObject } from 'react';
import css from './suggestion.module.css';

/** After the last keystroke: soon enough to be seen before the form is sent, late enough not to interrupt. */
const PAUSE_MS = 350;

interface SuggestionProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly suggest: (value: string) => string | null;
  readonly onAccept: (value: string) => void;
}

/** A hint below a field, and the button that follows it. Screen readers hear it without losing their place. */
export function Suggestion({ field, suggest, onAccept }: SuggestionProps) {
  const [meant, setMeant] = useState<string | null>(null);
  useEffect(() => {
    const input = field.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setMeant(suggest(input?.value.trim() ?? '')), PAUSE_MS);
    };
    // What was typed before the screen was interactive.
    look();
    input?.addEventListener('input', look);
    return () => {
      clearTimeout(timer);
      input?.removeEventListener('input', look);
    };
  }, [field, suggest]);

  const accept = () => {
    if (meant !== null) onAccept(meant);
    setMeant(null);
  };
  return (
    <div aria-live="polite">
      {meant !== null && (
        <button type="button" className={css['suggestion']} onClick={accept}>
          {`${LEAD_COPY.email.didYouMean} `}
          <strong>{meant}</strong>?
        </button>
      )}
    </div>
  );
}
