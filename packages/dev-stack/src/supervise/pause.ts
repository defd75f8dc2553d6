const FIRST_MS = 250;
const LONGEST_MS = 8000;

/** How long, in ms, to wait before a part that has ended `deaths` times in a row is started again. */
export const pauseAfter = (deaths: number): number => Math.min(FIRST_MS * 2 ** Math.max(0, deaths - 1), LONGEST_MS);
