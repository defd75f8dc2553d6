import { Injectable } from '@nestjs/common';
import { pause } from '../platform/pause.ts';

/** Wakes the refresher when this process's writer has committed a batch. */
@Injectable()
export class Arrivals {
  private isNew = false;
  private wake: () => void = () => undefined;

  /** Records that something has been stored. */
  note(): void {
    this.isNew = true;
    this.wake();
  }

  /** Resolves when something has been stored since the last call, after `ms`, or at the signal, whichever is first. */
  async next(ms: number, signal: AbortSignal): Promise<void> {
    const ending = new AbortController();
    const end = (): void => ending.abort();
    if (this.isNew || signal.aborted) end();
    this.wake = end;
    signal.addEventListener('abort', end, { once: true });
    await pause(ms, ending.signal);
    signal.removeEventListener('abort', end);
    this.isNew = false;
  }
}
