import { monthAhead, monthToken } from '@course/contracts';
import { runtimeConfig } from './config.ts';

/**
 * The month so many days after the page was served, as `December 2026`. In prerendered HTML a token stands in its
 * place, which the edge fills with the same month, so that served and hydrated text agree.
 */
export const servedMonth = (daysAhead: number): string =>
  typeof document === 'undefined' ? monthToken(daysAhead) : monthAhead(runtimeConfig().servedOn, daysAhead);
