import { pathOf, type StepKey } from '@course/funnel';
import { preloadScreen } from '@course/platform';
import { useEffect } from 'react';
import { whenIdle } from './when-idle.ts';

/** Fetches a screen of another remote ahead that is one tap away from here, once this one is at rest. */
export const useAhead = (key: StepKey): void => useEffect(() => whenIdle(() => preloadScreen(pathOf(key))), [key]);
