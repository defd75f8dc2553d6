const ROUND = [1, 2, 5, 10];
const COUNT_MARKS = 4;

/** Returns the marks of an axis of counts up to `max`: 0 and at most four more, at round numbers. */
export const countMarks = (max: number): readonly number[] => {
  const power = 10 ** Math.floor(Math.log10(Math.max(max, 1) / COUNT_MARKS));
  const step = Math.max(1, power * (ROUND.find((round) => round * power * COUNT_MARKS >= max) ?? 10));
  return Array.from({ length: Math.floor(max / step) + 1 }, (_, index) => index * step);
};

/** The marks of a logarithmic axis of seconds. */
const SECONDS = [0.1, 0.3, 1, 3, 10, 30, 120, 600, 3600, 21_600, 86_400];

/** Returns the marks of an axis that covers all of these seconds, from the last mark below them to the first above. */
export const marksAround = (seconds: readonly number[]): readonly number[] => {
  const [shortest, longest] = [Math.min(...seconds), Math.max(...seconds)];
  const first = SECONDS.findLastIndex((mark) => mark <= shortest);
  const last = SECONDS.findIndex((mark) => mark >= longest);
  return SECONDS.slice(Math.max(0, first), last === -1 ? undefined : Math.max(last, first + 1) + 1);
};

/** Raises a time to at least the first mark, because a logarithmic axis has no 0. */
export const atLeastMark = (seconds: number): number => Math.max(seconds, SECONDS[0] ?? seconds);
