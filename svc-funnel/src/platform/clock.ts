/** Returns the current time. Logic that depends on the time gets it as an argument. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const EARLIEST = Date.UTC(2000, 0, 1);

/** Clamps a time that a browser claims to what is plausible: not before 2000, not later than a day from now. */
export const plausibleTime = (claimed: string, now: Date): Date =>
  new Date(Math.min(Math.max(Date.parse(claimed), EARLIEST), now.getTime() + DAY_MS));
