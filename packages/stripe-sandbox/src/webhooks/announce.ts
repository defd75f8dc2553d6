import type { Clock } from '../clock.ts';
import type { WebhookDispatcher } from './dispatcher.ts';

/** Stripe holds the visitor back until the webhook answers, this long at most (ms). */
const LONGEST = 10_000;

/** Ends when the shop's webhook has answered to this event for the first time, whatever it said, or after ten seconds. */
export type Announce = (eventId: string) => Promise<void>;

export const createAnnounce =
  (courier: WebhookDispatcher, clock: Clock): Announce =>
  async (eventId) => {
    const done = new AbortController();
    courier.deliverDue();
    await Promise.race([courier.settled(eventId), clock.sleep(LONGEST, done.signal)]);
    done.abort();
  };
