import { pathOf } from '@course/funnel';
import { preloadScreen } from '@course/platform';
import { useEffect } from 'react';
import { whenIdle } from '../flow/when-idle.ts';

/** The legal pages are one tap away on the offer. */
export const useLegalAhead = (): void => useEffect(() => whenIdle(() => preloadScreen(pathOf('terms'))), []);
