import type { TaskName } from './tasks.ts';

/** Tasks that share workers. What is in one lane never waits for what is in another. */
export interface WorkerPool {
  readonly does: (task: TaskName) => boolean;
  /** Jobs under way at a time. */
  readonly concurrency: number;
}

const isLesson = (task: TaskName): boolean => task === 'send-lesson';

/** A thousand lessons that are due at seven hold back no confirmation, and a mail server that hangs holds back no look-up. */
export const WORKER_POOLS: readonly WorkerPool[] = [
  { does: (task) => !isLesson(task), concurrency: 3 },
  // One less than the mailer has connections: one is always free for a mail that somebody waits for.
  { does: isLesson, concurrency: 4 },
];
