/** Where a logarithmic axis of seconds has its marks. */
const MARKS = [0.1, 0.3, 1, 3, 10, 30, 120, 600, 3600, 21_600, 86_400];

/** The marks of an axis that holds all of these seconds, from the last mark below them to the first above. */
export const marksAround = (seconds: readonly number[]): readonly number[] => {
  const [least, greatest] = [Math.min(...seconds), Math.max(...seconds)];
  const first = MARKS.findLastIndex((mark) => mark <= least);
  const last = MARKS.findIndex((mark) => mark >= greatest);
  return MARKS.slice(Math.max(0, first), last === -1 ? undefined : Math.max(last, first + 1) + 1);
};

/** What a logarithmic axis can show: it has no 0. */
export const atLeastMark = (seconds: number): number => Math.max(seconds, MARKS[0] ?? seconds);
