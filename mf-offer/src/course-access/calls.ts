import { type CourseSession, type CourseView, LINK_TOKEN } from '@course/contracts';
import { HttpError, read, send } from '@course/platform';

/** Statuses that the same call would get again: the link is malformed, unknown, ended or missing. */
const REFUSED_STATUSES: readonly number[] = [400, 401, 404, 409];

export const isRefused = (error: unknown): boolean =>
  error instanceof HttpError && REFUSED_STATUSES.includes(error.status);
/** The link in this browser's cookie no longer opens anything: it ended, was closed here, or its order was refunded. */
export const isEnded = (error: unknown): boolean => error instanceof HttpError && error.status === 401;
export const isRateLimited = (error: unknown): boolean => error instanceof HttpError && error.status === 429;

/** Query that names the order a page shows, because another order may have been opened in this browser since. */
export const orderQuery = (orderNumber: string): string => `?order=${orderNumber}`;

/** Another order has been opened in this browser since. */
export const isOtherOrder = (error: unknown): boolean => error instanceof HttpError && error.code === 'other_order';

export const isRefunded = (error: unknown): boolean => error instanceof HttpError && error.code === 'course_refunded';

/** The page that a link opens. The refund page also opens where only the refund is accessible. */
export type Purpose = 'course' | 'refund';

/** `none`: nothing is open in this browser. `ended`: this link opens nothing. `refunded`: no link will. */
export type ExchangeResult = 'open' | 'none' | 'ended' | 'refunded';

/** Returns what is open in this browser. */
export const readSession = () => read(['/api', 'course', 'session']) as Promise<CourseSession>;

export const readCourse = () => read(['/api', 'course']) as Promise<CourseView>;

async function existingAccess(purpose: Purpose): Promise<ExchangeResult> {
  const { open, refund, refunded } = await readSession();
  if (open || (purpose === 'refund' && refund)) return 'open';
  return refunded ? 'refunded' : 'none';
}

/** Exchanges a link's token for the cookie; without a token, checks for a cookie. Rejects if the service fails. */
export async function exchangeToken(token: string | null, purpose: Purpose): Promise<ExchangeResult> {
  if (token === null) return existingAccess(purpose);
  // Mail programs that wrap lines may cut it short.
  if (!LINK_TOKEN.test(token)) return 'ended';
  try {
    await send('POST', '/api/course/session', { token });
    return 'open';
  } catch (error) {
    if (isRefunded(error)) return 'refunded';
    if (isRefused(error)) return 'ended';
    throw error;
  }
}
