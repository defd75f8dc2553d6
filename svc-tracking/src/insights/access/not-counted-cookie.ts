import { NOT_COUNTED_COOKIE } from '@course/contracts';
import { serialize } from 'cookie';

const YEAR_SECONDS = 365 * 86_400;

/** The Set-Cookie header that marks every later visit of this browser as the owner's, or takes the mark away. The page reads it. */
export const notCounted = (isMarked: boolean, secure: boolean): string =>
  serialize(NOT_COUNTED_COOKIE, isMarked ? '1' : '', {
    sameSite: 'lax',
    secure,
    path: '/',
    maxAge: isMarked ? YEAR_SECONDS : 0,
  });
