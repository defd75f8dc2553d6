import type { Delivery, EventRecord } from '../store/records.ts';
import type { SandboxContext } from '../context.ts';
import { unixSeconds, type Clock } from '../clock.ts';
import { send } from './send.ts';

const SECOND_MS = 1000;
const HOUR_MS = 60 * 60 * SECOND_MS;

/** Stripe retries for three days. */
const RETRY_FOR_MS = 72 * HOUR_MS;

/** Returns the delay before the next attempt (ms) after `attempts` failures: 1 s, 2 s, 4 s ... at most an hour. */
export const retryDelayMs = (attempts: number) => Math.min(SECOND_MS * 2 ** (attempts - 1), HOUR_MS);

/** Returns true if an event created at `created` (seconds) is still retried at `now` (ms). */
export const shouldRetry = (created: number, now: number) => now - created * SECOND_MS < RETRY_FOR_MS;

/** Maximum number of concurrent requests. */
const MAX_IN_FLIGHT = 8;

export interface DispatcherOptions {
  url(): string | undefined;
  secret: string;
  log(message: string): void;
  /** Called after every request, since another may be due. */
  onAttemptEnd(): void;
}

function afterAttempt(record: EventRecord, accepted: boolean, now: number): Delivery {
  const { left, attempts } = record.delivery;
  if (accepted) return { left: left - 1, attempts: 0, nextAt: now, failed: false };
  const tried = attempts + 1;
  const givenUp = !shouldRetry(record.object.created, now);
  return { left: givenUp ? 0 : left, attempts: tried, nextAt: now + retryDelayMs(tried), failed: givenUp };
}

/**
 * Delivers events to the shop's webhook until it accepts them. Pending deliveries are in the store and survive a
 * restart.
 */
export function createWebhookDispatcher(context: SandboxContext, options: DispatcherOptions) {
  const inFlight = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  const attempt = async (record: EventRecord, url: string): Promise<void> => {
    const payload = JSON.stringify(record.object, null, 2);
    const request = { url, payload, secret: options.secret, timestamp: unixSeconds(context.clock) };
    const accepted = await send(request, stopping.signal).catch(() => false);
    // An attempt that a stop interrupted does not count.
    if (stopping.signal.aborted) return;
    const delivery = afterAttempt(record, accepted, context.clock.now());
    context.store.commit(['event', { ...record, delivery }]);
    if (delivery.failed)
      options.log(`webhook ${record.id} (${record.object.type}) was never accepted; given up after three days`);
  };

  const start = (record: EventRecord, url: string): void => {
    const ended = attempt(record, url).finally(() => {
      inFlight.delete(record.id);
      if (!stopping.signal.aborted) options.onAttemptEnd();
    });
    inFlight.set(record.id, ended);
  };

  return {
    /** Starts deliveries that are due. Returns the time of the next one (ms), if any. */
    deliverDue(): number | undefined {
      const url = options.url();
      if (url === undefined || stopping.signal.aborted) return undefined;
      const pending = [...context.store.all('event')].filter(
        ({ id, delivery }) => delivery.left > 0 && !inFlight.has(id),
      );
      const due = pending.filter(({ delivery }) => delivery.nextAt <= context.clock.now());
      for (const record of due.slice(0, MAX_IN_FLIGHT - inFlight.size)) start(record, url);
      const later = pending.filter((record) => !due.includes(record)).map(({ delivery }) => delivery.nextAt);
      return later.length === 0 ? undefined : Math.min(...later);
    },

    /** Resolves when the event's current request, if any, has ended. */
    attemptFor: (eventId: string) => inFlight.get(eventId) ?? Promise.resolve(),

    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(inFlight.values());
    },
  };
}

export type WebhookDispatcher = ReturnType<typeof createWebhookDispatcher>;

/** Stripe keeps the visitor waiting for the webhook's response, but no longer than this (ms). */
const MAX_WAIT_MS = 10_000;

/**
 * Resolves after the webhook's first response to this event, of any status, or after ten seconds; at once while the
 * event waits for its turn or for a delay that was set, and without a webhook.
 */
export type FirstDelivery = (eventId: string) => Promise<void>;

export const createFirstDelivery =
  (webhookDispatcher: WebhookDispatcher, clock: Clock): FirstDelivery =>
  async (eventId) => {
    const done = new AbortController();
    webhookDispatcher.deliverDue();
    await Promise.race([webhookDispatcher.attemptFor(eventId), clock.sleep(MAX_WAIT_MS, done.signal)]);
    done.abort();
  };
