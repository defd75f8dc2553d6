import { pathTo } from '@course/platform';
import { consentQuestionAtom, useShared, type ConsentQuestion } from '@course/platform/host';
import { Button } from '@course/ui';
import { useEffect, useRef } from 'react';
import './consent-bar.css';
import { mount, useHeightVariable } from './overlay.tsx';

const TITLE_ID = 'consent-title';

/** Moves the focus to the question when the visitor reopens it, and back once it is answered. */
function useFocus(again: boolean) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!again) return;
    const before = document.activeElement;
    title.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [again]);
  return title;
}

/** A bar at the bottom of the window. It takes the focus only if the visitor reopened the question. */
function ConsentBar({ again, onAnswer }: ConsentQuestion) {
  const bar = useHeightVariable('consent');
  const title = useFocus(again);
  return (
    <section ref={bar} className="consent" aria-labelledby={TITLE_ID}>
      <div className="consent-inner">
        <div>
          <h2 ref={title} id={TITLE_ID} tabIndex={-1} className="consent-title">
            May we measure our advertising?
          </h2>
          <p className="consent-text">
            With your yes, our advertising partner learns which buttons are used here, never your answers, email or
            name. <a href={pathTo('privacy')}>Privacy Policy</a>
          </p>
        </div>
        <div className="consent-choice">
          <Button look="quiet" onClick={() => onAnswer(false)}>
            Decline
          </Button>
          <Button look="quiet" onClick={() => onAnswer(true)}>
            Accept
          </Button>
        </div>
      </div>
    </section>
  );
}

function Consent() {
  const question = useShared(consentQuestionAtom);
  return question && <ConsentBar {...question} />;
}

/** Shows the question whenever there is one, first in the tab order. */
export function mountConsent(): void {
  const container = document.createElement('div');
  document.body.prepend(container);
  mount(container, <Consent />);
}
