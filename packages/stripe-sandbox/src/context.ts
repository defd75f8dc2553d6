import type { Clock } from './clock.ts';
import type { Store } from './store/store.ts';

/** State that all parts of the sandbox share. */
export interface SandboxContext {
  clock: Clock;
  store: Store;
  /** Returns how often an event of this type is delivered, and after what delay (ms). */
  deliveriesOf(type: string): { copies: number; delayMs: number };
}
