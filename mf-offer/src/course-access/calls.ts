import type { CourseSession, CourseView } from '@course/contracts';
import { HttpError, read, send } from '@course/platform';

/** Answers that the same call would get again: a malformed, unknown, ended or missing link. */
const REFUSED: readonly number[] = [400, 401, 404, 409];

export const isRefused = (error: unknown): boolean => error instanceof HttpError && REFUSED.includes(error.status);
/** The link that this browser holds opens nothing: it ended, was closed here, or its order was refunded. */
export const isEnded = (error: unknown): boolean => error instanceof HttpError && error.status === 401;
export const isRateLimited = (error: unknown): boolean => error instanceof HttpError && error.status === 429;

/** A page's calls name the order that it shows: another may have been opened in this browser since. */
export const ofOrder = (orderNumber: string): string => `?order=${orderNumber}`;

/** This browser has opened another order since. */
export const isOtherOrder = (error: unknown): boolean => error instanceof HttpError && error.code === 'other_order';

/** What a mail's link carries; mail programs that break lines cut it short. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const isRefunded = (error: unknown): boolean => error instanceof HttpError && error.code === 'course_refunded';

/** The page that a link opens. The refund page shows its own way in where only the course is open. */
export type Purpose = 'course' | 'refund';

/** `none`: nothing is open in this browser. `ended`: the link at hand opens nothing. `refunded`: nor will another. */
export type ExchangeResult = 'open' | 'none' | 'ended' | 'refunded';

/** What is open in this browser. */
export const readSession = () => read(['/api', 'course', 'session']) as Promise<CourseSession>;

export const readCourse = () => read(['/api', 'course']) as Promise<CourseView>;

async function openBefore(purpose: Purpose): Promise<ExchangeResult> {
  const { open, refund, refunded } = await readSession();
  if (open || (purpose === 'refund' && refund)) return 'open';
  return refunded ? 'refunded' : 'none';
}

/** Exchanges a link's token for the cookie; without one, asks whether the browser has it. Rejects when nobody answers. */
export async function exchangeToken(token: string | null, purpose: Purpose): Promise<ExchangeResult> {
  if (token === null) return openBefore(purpose);
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
