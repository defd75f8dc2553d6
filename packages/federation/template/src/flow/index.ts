// What tools read of this remote: its table.
export { ENTRIES, EXITS, STEPS } from './steps.ts';
