import { READER_COPY } from '../flow/reader-copy.ts';
import { LazyBoundary, lazyPart, useHydrated } from '@course/ui';
import { type ComponentType, useState } from 'react';
import { Loading, Unreachable } from './reader-parts.tsx';

interface LatePartProps {
  readonly load: () => Promise<ComponentType>;
}

/**
 * The part of a screen that runs only in the browser. It is a chunk of its own, because few visitors of this remote
 * ever read a course, and the others should not have to download its code.
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
