import { NOT_COUNTED_COOKIE } from '@course/contracts';

const MARK = new RegExp(`(?:^|; )${NOT_COUNTED_COOKIE}=1(?:;|$)`);

/** Whether a Cookie header carries the mark that the owner sets on the insights page. */
export const isOwner = (cookie: string | undefined): boolean => cookie !== undefined && MARK.test(cookie);
