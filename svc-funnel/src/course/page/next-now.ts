import type { ReaderSchedule } from '@course/contracts';
import { POLICY } from '@course/funnel';
import type { Delivery } from '../../generated/prisma/client.ts';
import { dateAt } from '../enrolment/send-times.ts';

/** Whether a reader with these lessons can ask for the next one now, `waiting` for the one before or for `tomorrow`. */
export function nextNowOf(
  lessons: readonly Pick<Delivery, 'status' | 'createdAt'>[],
  timeZone: string,
  now: Date,
): ReaderSchedule['nextNow'] {
  if (lessons.some(({ status }) => status === 'queued')) return 'waiting';
  const today = dateAt(now, timeZone);
  const ofToday = lessons.filter(({ createdAt }) => dateAt(createdAt, timeZone) >= today);
  return ofToday.length >= POLICY.lessonsADay ? 'tomorrow' : 'possible';
}
