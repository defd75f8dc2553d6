import type { Clock } from './clock.ts';
import type { Store } from './store/store.ts';

/** What every part of the sandbox works on. */
export interface SandboxContext {
  clock: Clock;
  store: Store;
  /** How often each event is delivered, and how long it is held back first. */
  deliveriesOf(type: string): { copies: number; delayMs: number };
}
