import { READER_COPY } from '../flow/reader-copy.ts';
import { LazyBoundary, lazyPart, useHydrated } from '@course/ui';
import { type ComponentType, useState } from 'react';
import { Loading, Unreachable } from './reader-parts.tsx';

interface LatePartProps {
  readonly load: () => Promise<ComponentType>;
}

/**
 * The part of a screen that needs a browser. Its code is a file of its own: few visitors of this remote ever read a
 * course, and nobody else should wait for it.
 */
export function LatePart({ load }: LatePartProps) {
  const hydrated = useHydrated();
  const [attempt, setAttempt] = useState(() => ({ count: 1, Part: lazyPart(load) }));
  const tryAgain = () => setAttempt(({ count }) => ({ count: count + 1, Part: lazyPart(load) }));
  if (!hydrated) return <Waiting />;
  return (
    <LazyBoundary key={attempt.count} waiting={<Waiting />} failed={<Unreachable onAgain={tryAgain} />}>
      <attempt.Part />
    </LazyBoundary>
  );
}

const Waiting = () => (
  <>
    <Loading />
    <noscript>
      <p>{READER_COPY.noScript}</p>
    </noscript>
  </>
);
