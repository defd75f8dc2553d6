// The step table of this remote, for tools.
export { ENTRIES, EXITS, STEPS } from './steps.ts';
