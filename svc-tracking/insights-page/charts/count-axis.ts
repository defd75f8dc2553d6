const ROUND = [1, 2, 5, 10];
const MARKS_MAX = 4;

/** Returns the marks of an axis of counts up to `most`: 0 and at most four more, at round numbers. */
export const countMarks = (most: number): readonly number[] => {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1) / MARKS_MAX));
  const step = Math.max(1, power * (ROUND.find((round) => round * power * MARKS_MAX >= most) ?? 10));
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
};
