import { Button } from '@course/ui';
import { useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import './consent-bar.css';

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
  <section ref={useRoom()} className="consent" aria-labelledby="consent-title">
    <div className="consent-inner">
      <div>
        <h2 id="consent-title" className="consent-title">
          May we measure our advertising?
        </h2>
        <p className="consent-text">
          With your yes, our advertising partner learns which buttons are used here, never your answers, email or name. <a href="/privacy">Privacy Policy</a>
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

/** Asks in a bar at the lower edge, first in the order of the keyboard, and takes no focus. */
export function askConsent(): Promise<boolean> {
  const place = document.createElement('div');
  document.body.prepend(place);
  const root = createRoot(place);
  return new Promise((resolve) => {
    const decide = (agreed: boolean) => {
      root.unmount();
      place.remove();
      resolve(agreed);
    };
    root.render(<ConsentBar onDecide={decide} />);
  });
}
