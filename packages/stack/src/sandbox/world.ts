import type { Clock } from './clock.ts';
import type { Store } from './store/store.ts';

/** What every part of the sandbox works on. */
export interface World {
  clock: Clock;
  store: Store;
  /** How often each event is delivered: 2 for those that the `duplicates` option sends twice. */
  deliveriesOf(type: string): number;
}
