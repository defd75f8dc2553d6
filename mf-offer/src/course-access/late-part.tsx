import { READER_COPY } from '@course/funnel';
import { useEffect, useState, type ComponentType } from 'react';
import { Opening, Unreachable } from './states.tsx';

interface LatePartProps {
  /** Fetches the part's code; stable. */
  readonly load: () => Promise<ComponentType>;
}

/**
 * The part of a screen that needs a browser. Its code is a file of its own: few visitors of this remote ever read a
 * course, and nobody else should wait for it.
 */
export function LatePart({ load }: LatePartProps) {
  const [part, setPart] = useState<{ readonly Shown: ComponentType } | 'failed'>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isGone = false;
    load().then(
      (Shown) => isGone || setPart({ Shown }),
      () => isGone || setPart('failed'),
    );
    return () => {
      isGone = true;
    };
  }, [load, round]);
  const again = () => {
    setPart(undefined);
    setRound((before) => before + 1);
  };
  if (part === 'failed') return <Unreachable onAgain={again} />;
  if (part) return <part.Shown />;
  return (
    <>
      <Opening />
      <noscript>
        <p>{READER_COPY.noScript}</p>
      </noscript>
    </>
  );
}
