// What other packages may import from the offer: its step table and its copy.
export * from './offer-copy.ts';
export * from './sales-copy.ts';
export { ENTRIES, EXITS, SHOWN_ANSWERS, STEPS } from './steps.ts';
export { default as FLOW } from '../declaration.ts';
