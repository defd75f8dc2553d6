import type { TaskName } from './tasks.ts';

interface Schedule {
  readonly task: TaskName;
  /** minute hour day month weekday, in UTC. */
  readonly at: string;
}

const SCHEDULES: readonly Schedule[] = [
  { task: 'due-lessons', at: '* * * * *' },
  { task: 'reconcile', at: '* * * * *' },
  { task: 'watch', at: '*/5 * * * *' },
  { task: 'mend', at: '17 * * * *' },
  { task: 'forget', at: '41 2 * * *' },
];

/** graphile-worker's crontab of the tasks that this process does. One job of each waits at most; a missed one is not made up for. */
export const crontabOf = (tasks: ReadonlySet<string>): string =>
  SCHEDULES.filter(({ task }) => tasks.has(task))
    .map(({ task, at }) => `${at} ${task} ?max=1&jobKey=${task}`)
    .join('\n');
