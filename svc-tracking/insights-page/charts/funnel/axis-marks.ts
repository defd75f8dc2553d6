const ROUND = [1, 2, 5, 10];
const COUNT_MARKS = 4;

/** Returns the marks of an axis of counts up to `most`: 0 and at most four more, at round numbers. */
export const countMarks = (most: number): readonly number[] => {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1) / COUNT_MARKS));
  const step = Math.max(1, power * (ROUND.find((round) => round * power * COUNT_MARKS >= most) ?? 10));
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
};

/** Where a logarithmic axis of seconds has its marks. */
const SECONDS = [0.1, 0.3, 1, 3, 10, 30, 120, 600, 3600, 21_600, 86_400];

/** The marks of an axis that holds all of these seconds, from the last mark below them to the first above. */
export const marksAround = (seconds: readonly number[]): readonly number[] => {
  const [least, greatest] = [Math.min(...seconds), Math.max(...seconds)];
  const first = SECONDS.findLastIndex((mark) => mark <= least);
  const last = SECONDS.findIndex((mark) => mark >= greatest);
  return SECONDS.slice(Math.max(0, first), last === -1 ? undefined : Math.max(last, first + 1) + 1);
};

/** What a logarithmic axis can show: it has no 0. */
export const atLeastMark = (seconds: number): number => Math.max(seconds, SECONDS[0] ?? seconds);
