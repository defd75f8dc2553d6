const SECOND = 1000;
const HOUR = 60 * 60 * SECOND;

/** Stripe tries for three days. */
const GIVE_UP_AFTER = 72 * HOUR;

/** Milliseconds until the next try after `attempts` failures: 1 s, 2 s, 4 s ... at most an hour. */
export const pauseAfter = (attempts: number) => Math.min(SECOND * 2 ** (attempts - 1), HOUR);

/** Whether an event made at `created` (seconds) is still worth a try at `now` (ms). */
export const isWorthTrying = (created: number, now: number) => now - created * SECOND < GIVE_UP_AFTER;
