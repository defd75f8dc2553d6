// What tools read of the legal pages: their table and their texts.
export { ENTRIES, EXITS, STEPS } from './steps.ts';
export { LEGAL_TEXTS, type LegalKind } from './texts.ts';
