// What tools read of the offer: its table and its words.
export * from './offer-copy.ts';
export * from './sales-copy.ts';
export { ENTRIES, EXITS, SHOWN_ANSWERS, STEPS } from './steps.ts';
