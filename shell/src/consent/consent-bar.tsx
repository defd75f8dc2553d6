import { Button } from '@course/ui';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import './consent-bar.css';

const TITLE_ID = 'consent-title';

/** Tells the page how much room the bar takes, so that it covers nothing which cannot be scrolled into view. */
function useRoom() {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const page = document.documentElement.style;
    const watch = new ResizeObserver(() => page.setProperty('--consent-height', `${bar.current?.offsetHeight ?? 0}px`));
    if (bar.current) watch.observe(bar.current);
    return () => {
      watch.disconnect();
      page.removeProperty('--consent-height');
    };
  }, []);
  return bar;
}

const ConsentBar = ({ onDecide }: { readonly onDecide: (agreed: boolean) => void }) => (
  <section ref={useRoom()} className="consent" aria-labelledby={TITLE_ID}>
    <div className="consent-inner">
      <div>
        <h2 id={TITLE_ID} tabIndex={-1} className="consent-title">
          May we measure our advertising?
        </h2>
        <p className="consent-text">
          With your yes, our advertising partner learns which buttons are used here, never your answers, email or name.{' '}
          <a href="/privacy">Privacy Policy</a>
        </p>
      </div>
      <div className="consent-choice">
        <Button look="quiet" onClick={() => onDecide(false)}>
          Decline
        </Button>
        <Button look="quiet" onClick={() => onDecide(true)}>
          Accept
        </Button>
      </div>
    </div>
  </section>
);

let asking: Promise<boolean> | undefined;

/**
 * Asks in a bar at the lower edge, first in the order of the keyboard. It takes no focus, unless the visitor asked for
 * it: then the focus goes to the question, and afterwards back. One bar at a time.
 */
export async function askConsent(again = false): Promise<boolean> {
  const before = document.activeElement;
  asking ??= showBar().finally(() => (asking = undefined));
  if (!again) return asking;
  const decision = asking;
  requestAnimationFrame(() => document.getElementById(TITLE_ID)?.focus());
  await decision;
  if (before instanceof HTMLElement && before.isConnected) before.focus();
  return decision;
}

function showBar(): Promise<boolean> {
  const place = document.createElement('div');
  document.body.prepend(place);
  const root = createRoot(place);
  return new Promise((resolve) => {
    const decide = (agreed: boolean) => {
      root.unmount();
      place.remove();
      resolve(agreed);
    };
    flushSync(() => root.render(<ConsentBar onDecide={decide} />));
  });
}
