import type { CourseSession } from '@course/contracts';
import { HttpError, read, send } from '@course/platform';

/** Answers that the same call would get again: a malformed, unknown, ended or missing link. */
const REFUSED: readonly number[] = [400, 401, 404, 409];
const TOO_MANY = 429;

export const isRefused = (error: unknown): boolean => error instanceof HttpError && REFUSED.includes(error.status);
export const isTooMany = (error: unknown): boolean => error instanceof HttpError && error.status === TOO_MANY;

/** What a mail's link carries; mail programs that break lines cut it short. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const isRefunded = (error: unknown): boolean => error instanceof HttpError && error.code === 'course_refunded';
/** The course is open in this browser, but the refund page wants a link of its own. */
export const isRefundLinkMissing = (error: unknown): boolean => error instanceof HttpError && error.code === 'refund_link_missing';

/** `none`: no link was ever opened in this browser. `ended`: the link at hand opens nothing. `refunded`: nor will another. */
export type Opening = 'open' | 'none' | 'ended' | 'refunded';

async function openBefore(): Promise<Opening> {
  const { open, refund, refunded } = (await read(['/api', 'course', 'session'])) as CourseSession;
  if (refunded) return 'refunded';
  return open || refund ? 'open' : 'none';
}

/** Exchanges a link's token for the cookie; without one, asks whether the browser has it. Rejects when nobody answers. */
export async function openCourse(token: string | null): Promise<Opening> {
  if (token === null) return openBefore();
  if (!TOKEN.test(token)) return 'ended';
  try {
    await send('POST', '/api/course/session', { token });
    return 'open';
  } catch (error) {
    if (isRefunded(error)) return 'refunded';
    if (isRefused(error)) return 'ended';
    throw error;
  }
}
