import type { ReaderSchedule } from '@course/contracts';
import { POLICY, PRODUCT } from '@course/funnel';

/** The texts of the course page, its lessons and their schedule. Loaded only by buyers, unlike `reader-copy.ts`. */
export const COURSE_COPY = {
  progress: (sent: number, days: number): string => `${sent} of ${days} lessons`,
  first: (when: string): string => `Your first lesson comes on ${when}.`,
  next: (when: string): string => `Next lesson: ${when}`,
  finished: (days: number): string => `All ${days} lessons are here. You walked the whole path.`,
  stopped: {
    unsubscribed: 'The emails stopped because you unsubscribed.',
    bounced: `The emails stopped because your mailbox refused them. Write to ${PRODUCT.supportEmail} to start them again.`,
    other: `The emails have stopped. Write to ${PRODUCT.supportEmail} if you did not expect that.`,
  },
  resume: {
    until: (date: string): string => `Changed your mind? Until ${date} the lessons can go on where they stopped.`,
    button: 'Start the emails again',
    ended: `To start them again, write to ${PRODUCT.supportEmail}.`,
    done: 'Your emails will continue',
    next: (when: string): string => `Your next lesson comes on ${when}.`,
  },
  until: (date: string): string => `You can read here until ${date}.`,
  order: (number: string): string => `Order number ${number}`,
  day: (place: number): string => `Day ${place}`,
  minutes: (minutes: number): string => `${minutes} minutes`,
  unreadable: 'This lesson cannot be shown right now',
  lessonOpening: 'Opening the lesson.',
  refund: 'Ask for your money back',
  close: 'Close on this device',
  closedHere: 'The course is closed on this device. The link in your email opens it again.',
  refunded: 'This purchase was refunded, and its course is closed.',
  closed: {
    refunded: (date: string): string => `This course was refunded on ${date} and is closed.`,
    disputed: (date: string): string =>
      `This course has been closed since ${date}, because its payment was disputed. Write to ${PRODUCT.supportEmail} if that was a mistake.`,
    over: (date: string): string =>
      `Your lessons could be read until ${date}, ${POLICY.missedContentDays} days after the last one. They are still in your emails.`,
  },
} as const;

export const LESSON_COPY = {
  toLessons: 'Your lessons',
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
  zone: (offset: string): string => `Times are in ${offset} today.`,
  deviceZone: (zone: string): string => `Use the clock of this device (${zone.replaceAll('_', ' ')})`,
  weekdaysOnly: 'Monday to Friday only',
  save: 'Save',
  saved: 'Saved.',
  pause: 'Pause',
  pauseNote: 'You get no lessons until the day you choose. They resume automatically.',
  pauseUntil: 'Resume on',
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
