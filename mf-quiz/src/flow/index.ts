// What other packages may import from the quiz: its step table and its copy.
export * from './copy.ts';
export * from './entries-copy.ts';
export * from './later-copy.ts';
export { ENTRIES, EXITS, STEPS } from './steps.ts';
export { default as FLOW } from '../declaration.ts';
