import { furtherOf } from '@course/funnel';
import { readFurthest, setFurthest } from '@course/platform';
import { useEffect } from 'react';

/** Remembers that the visitor came this far, so that a return goes on from here. Never moves back. */
export const useTrackProgress = (key: string, reached = true): void =>
  useEffect(() => {
    if (!reached) return;
    const before = readFurthest();
    const after = furtherOf(before, key);
    if (after && after !== before) setFurthest(after);
  }, [key, reached]);
