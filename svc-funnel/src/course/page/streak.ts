import { dateAt } from '../enrolment/send-times.ts';

/**
 * Returns for how many lesson days in a row, up to now, the reader marked a lesson as done. A lesson day lasts from the
 * first lesson of a calendar day until the first lesson of the next such day, so that a pause, a weekend without
 * lessons or a lesson done the morning after does not break the streak. Nor does the current lesson day, which has not
 * ended yet.
 */
export function streakOf(lessonsAt: readonly Date[], doneAt: readonly Date[], timeZone: string): number {
  const starts = new Map<string, number>();
  for (const at of [...lessonsAt].sort((a, b) => a.getTime() - b.getTime())) {
    const day = dateAt(at, timeZone);
    if (!starts.has(day)) starts.set(day, at.getTime());
  }
  const newestFirst = [...starts.values()].reverse();
  const isDone = newestFirst.map((start, index) => {
    const end = newestFirst[index - 1] ?? Infinity;
    return doneAt.some((at) => at.getTime() >= start && at.getTime() < end);
  });
  const ended = isDone.slice(1);
  const firstMiss = ended.indexOf(false);
  return (isDone[0] ? 1 : 0) + (firstMiss === -1 ? ended.length : firstMiss);
}
