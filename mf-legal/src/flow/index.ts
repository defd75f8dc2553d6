// What other packages may import from the legal pages: their step table and their texts.
export { ENTRIES, EXITS, STEPS } from './steps.ts';
export { LEGAL_TEXTS, type LegalKind } from './texts.ts';
export { default as FLOW } from '../declaration.ts';
