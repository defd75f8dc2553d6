/** A request that the page made before it was interactive. Times in ms. */
export interface PageRequest {
  readonly url: string;
  readonly startedAt: number;
  /** True if loading the screen does not wait for it. */
  readonly isBackground: boolean;
}

/**
 * Returns how often the page had to wait for a response before it could send more requests: requests that start within
 * one round trip of each other cannot have waited for one another.
 */
export const countWaves = (requests: readonly PageRequest[], roundTripMs: number): number => {
  let waves = 0;
  let waveStart = Number.NEGATIVE_INFINITY;
  for (const { startedAt } of [...requests].sort((one, other) => one.startedAt - other.startedAt)) {
    if (startedAt - waveStart < roundTripMs) continue;
    waves += 1;
    waveStart = startedAt;
  }
  return waves;
};
