export const PROCESSING_MS = 8_000;
export const RING_TICK_MS = 50;
export const ROTATION_MS = 3_000;

/** How much of the ring is drawn: 0 to 100. */
export const ringPercent = (elapsedMs: number): number => (100 * elapsedMs) / PROCESSING_MS;

/** Said aloud at 25, 50, 75 and 100: more would chatter. */
export const quarterOf = (percent: number): number => 25 * Math.floor(percent / 25);

/** Which of `count` testimonials is on show: the next one every 3 s, and round again. NaN without any. */
export const slideAt = (elapsedMs: number, count: number): number => Math.floor(elapsedMs / ROTATION_MS) % count;
