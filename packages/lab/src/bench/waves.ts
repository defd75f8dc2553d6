/** A request that the page made before it was interactive. Times in ms. */
export interface Requested {
  readonly url: string;
  readonly startedAt: number;
  /** Asked beside the loading of the screen, which does not wait for it. */
  readonly isBackground: boolean;
}

/**
 * How often the page had to wait for an answer before it could ask further: requests that start within one
 * round trip of each other cannot have waited for one another.
 */
export const countWaves = (requests: readonly Requested[], roundTripMs: number): number => {
  let waves = 0;
  let waveStart = Number.NEGATIVE_INFINITY;
  for (const { startedAt } of [...requests].sort((one, other) => one.startedAt - other.startedAt)) {
    if (startedAt - waveStart < roundTripMs) continue;
    waves += 1;
    waveStart = startedAt;
  }
  return waves;
};
