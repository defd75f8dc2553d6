import type { CourseSession } from '@course/contracts';
import { HttpError, read, send } from '@course/platform';

/** Answers that the same call would get again: a malformed, unknown, ended or missing link. */
const REFUSED: readonly number[] = [400, 401, 404, 409];
const TOO_MANY = 429;

export const isRefused = (error: unknown): boolean => error instanceof HttpError && REFUSED.includes(error.status);
export const isTooMany = (error: unknown): boolean => error instanceof HttpError && error.status === TOO_MANY;

/** What a mail's link carries; mail programs that break lines cut it short. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** `none`: no link was ever opened in this browser. `ended`: the link at hand opens nothing. */
export type Opening = 'open' | 'none' | 'ended';

/** Exchanges a link's token for the cookie; without one, asks whether the browser has it. Rejects when nobody answers. */
export async function openCourse(token: string | null): Promise<Opening> {
  if (token === null) return ((await read(['/api', 'course', 'session'])) as CourseSession).open ? 'open' : 'none';
  if (!TOKEN.test(token)) return 'ended';
  try {
    await send('POST', '/api/course/session', { token });
    return 'open';
  } catch (error) {
    if (isRefused(error)) return 'ended';
    throw error;
  }
}
