// What tools read of the quiz: its table and its words.
export * from './copy.ts';
export { ENTRIES, EXITS, isEntry, STEPS } from './steps.ts';
