import { expect, it } from 'vitest';
import type { Course } from '../../generated/prisma/client.ts';
import { courseViewOf } from './course-view.ts';

const NOW = new Date('2026-03-05T12:00:00Z');
const DUE = new Date('2026-03-05T07:00:00Z');

const aCourse = {
  status: 'active',
  stopReason: null,
  days: 28,
  weekOrder: [1, 2, 3, 4],
  timeZone: 'UTC',
  sendHour: null,
  weekdaysOnly: false,
  pausedUntil: null,
  lessonIds: [],
  nextDueAt: new Date('2026-03-06T07:00:00Z'),
  lessonsQueued: 1,
  finishedAt: null,
  startedAt: DUE,
} as unknown as Course;

it.each([
  ['just before, by another machine’s clock', new Date('2026-03-05T06:59:58Z'), DUE],
  ['after it was due', new Date('2026-03-05T07:00:03Z'), new Date('2026-03-05T07:00:03Z')],
  ['never, because it could not be delivered', null, DUE],
])('a lesson that was sent %s is never shown as sent before it was due', (_when, sentAt, shown) => {
  const view = courseViewOf(
    {
      course: aCourse,
      order: { number: 'K7XM-4PRH', status: 'paid', refundedAt: null, disputedAt: null },
      lessons: [{ place: 1, status: 'sent', attempts: 1, sentAt, dueAt: DUE, createdAt: DUE }],
      marks: [],
      lessonOf: () => undefined,
      resumeUntil: null,
      sendHour: 7,
    },
    NOW,
  );
  expect(view.is === 'open' && view.lessons[0]?.sentAt).toBe(shown.toISOString());
});
