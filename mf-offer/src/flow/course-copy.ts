import type { ReaderSchedule } from '@course/contracts';

/** The texts of lessons and their schedule on the course page. Only buyers fetch them, unlike `reader-copy.ts`. */
export const LESSON_COPY = {
  toLessons: 'Your lessons',
  day: (place: number): string => `Day ${place}`,
  title: (place: number, title: string): string => `Day ${place}: ${title}`,
  gone: 'This lesson is not here yet, or can no longer be read. Your list shows those that are.',
  markDone: 'Mark as done',
  markNotDone: 'Mark as not done',
  done: 'You have done this lesson.',
  doneShort: 'Done',
  doneCount: (count: number): string => (count === 1 ? '1 lesson done' : `${count} lessons done`),
  streak: (days: number): string => `${days} lesson days in a row`,
  neighbours: 'Other lessons',
  earlier: 'Earlier:',
  later: 'Next:',
} as const;

export const SCHEDULE_COPY = {
  title: 'When your lessons come',
  link: 'Change the hour, leave out weekends, or pause',
  next: (when: string): string => `Next lesson: ${when}`,
  paused: (until: string): string => `Paused until ${until}.`,
  ended: 'This course sends no more lessons, so there is nothing to change. Your lessons stay where they are.',
  times: 'Hour and days',
  hour: 'Hour',
  zone: (offset: string): string => `Your lessons follow a clock at ${offset} today.`,
  deviceZone: (zone: string): string => `Use the clock of this device (${zone.replaceAll('_', ' ')})`,
  weekdaysOnly: 'Monday to Friday only',
  save: 'Save',
  saved: 'Saved.',
  pause: 'Pause',
  pauseNote: 'No lesson comes until the day that you choose. Then they go on by themselves.',
  pauseUntil: 'Lessons go on',
  pauseButton: 'Pause until this day',
  resume: 'End the pause now',
  more: 'More today',
  moreNote: (most: number): string => `You can have up to ${most} lessons on one day.`,
  nextNow: 'Send me the next lesson now',
  onItsWay: 'It is on its way to your inbox.',
  notNow: {
    waiting: 'A lesson is on its way to your inbox. Once it has arrived, you can ask for the next one.',
    tomorrow: 'That was plenty for one day. You can ask for the next lesson tomorrow.',
  } satisfies Record<Exclude<ReaderSchedule['nextNow'], 'possible'>, string>,
} as const;
