import { seconds } from '../clock.ts';
import type { Delivery, EventRecord } from '../store/records.ts';
import type { SandboxContext } from '../context.ts';
import { isWorthTrying, pauseAfter } from './backoff.ts';
import { send } from './send.ts';

/** How many requests are under way at once. */
const AT_ONCE = 8;

export interface DispatcherOptions {
  url(): string | undefined;
  secret: string;
  log(message: string): void;
  /** Called whenever a request has ended, as more may be due. */
  onSettled(): void;
}

function afterAttempt(record: EventRecord, taken: boolean, now: number): Delivery {
  const { left, attempts } = record.delivery;
  if (taken) return { left: left - 1, attempts: 0, nextAt: now, failed: false };
  const tried = attempts + 1;
  const given = !isWorthTrying(record.object.created, now);
  return { left: given ? 0 : left, attempts: tried, nextAt: now + pauseAfter(tried), failed: given };
}

/** Brings events to the shop's webhook until it takes them; what is owed is in the store, so that a restart goes on. */
export function createWebhookDispatcher(context: SandboxContext, options: DispatcherOptions) {
  const underway = new Map<string, Promise<void>>();
  const halt = new AbortController();

  const attempt = async (record: EventRecord, url: string): Promise<void> => {
    const payload = JSON.stringify(record.object, null, 2);
    const letter = { url, payload, secret: options.secret, timestamp: seconds(context.clock) };
    const taken = await send(letter, halt.signal).catch(() => false);
    // Cut short by a stop, it counts as never tried.
    if (halt.signal.aborted) return;
    const delivery = afterAttempt(record, taken, context.clock.now());
    context.store.commit(['event', { ...record, delivery }]);
    if (delivery.failed)
      options.log(`webhook ${record.id} (${record.object.type}) was never taken; given up after three days`);
  };

  const start = (record: EventRecord, url: string): void => {
    const ended = attempt(record, url).finally(() => {
      underway.delete(record.id);
      if (!halt.signal.aborted) options.onSettled();
    });
    underway.set(record.id, ended);
  };

  return {
    /** Starts what is due; answers when something else will be (ms), if anything is owed. */
    deliverDue(): number | undefined {
      const url = options.url();
      if (url === undefined || halt.signal.aborted) return undefined;
      const owed = [...context.store.all('event')].filter(({ id, delivery }) => delivery.left > 0 && !underway.has(id));
      const due = owed.filter(({ delivery }) => delivery.nextAt <= context.clock.now());
      for (const record of due.slice(0, AT_ONCE - underway.size)) start(record, url);
      const later = owed.filter((one) => !due.includes(one)).map(({ delivery }) => delivery.nextAt);
      return later.length === 0 ? undefined : Math.min(...later);
    },

    /** Ends with the request for this event that is under way, if there is one. */
    settled: (eventId: string) => underway.get(eventId) ?? Promise.resolve(),

    async stop(): Promise<void> {
      halt.abort();
      await Promise.all(underway.values());
    },
  };
}

export type WebhookDispatcher = ReturnType<typeof createWebhookDispatcher>;
