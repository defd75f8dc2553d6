import { Injectable } from '@nestjs/common';
import { pause } from '../platform/pause.ts';

/** Wakes the refresher when this process's writer has committed a batch. */
@Injectable()
export class Arrivals {
  #isNew = false;
  #wake: () => void = () => undefined;

  /** Something has been stored. */
  note(): void {
    this.#isNew = true;
    this.#wake();
  }

  /** Resolves once something has been stored since the last call, but not later than in `ms` or at the signal. */
  async next(ms: number, signal: AbortSignal): Promise<void> {
    const ending = new AbortController();
    const end = (): void => ending.abort();
    if (this.#isNew || signal.aborted) end();
    this.#wake = end;
    signal.addEventListener('abort', end, { once: true });
    await pause(ms, ending.signal);
    signal.removeEventListener('abort', end);
    this.#isNew = false;
  }
}
