import { ApiError } from '@course/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from '../platform/redis.ts';
import { REDIS } from '../platform/tokens.ts';
import { within } from '../platform/within.ts';
import { encodeEvent, joinLines, type PageViewEvent } from '../stream/event.ts';
import { EVENTS_MAX, FIELD, KEYS } from '../stream/keys.ts';
import { StoreRoom } from './store-room.ts';

/** After this long a visitor's browser had better hear that it should try again. */
const ANSWER_MAX_MS = 2000;
const RETRY_AFTER_SECONDS = 2;
const FULL_RETRY_AFTER_SECONDS = 10;

/** Events that go to Redis together, as one entry of the stream. */
interface Bundle {
  readonly lines: string[];
  readonly stored: Promise<void>;
  readonly settle: (outcome: Promise<void>) => void;
}

const newBundle = (): Bundle => {
  let settle: Bundle['settle'] = () => undefined;
  const stored = new Promise<void>((resolve) => (settle = resolve));
  return { lines: [], stored, settle };
};

const isFull = (cause: unknown): boolean => cause instanceof Error && cause.message.startsWith('OOM');

const refusal = (cause: unknown): ApiError =>
  isFull(cause)
    ? new ApiError('store_full', undefined, { retryAfterSeconds: FULL_RETRY_AFTER_SECONDS, cause })
    : new ApiError('store_unavailable', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });

/**
 * Puts events where they cannot be lost. What comes in one turn of the event loop is written together:
 * one command, one timer and one answer for all of them cost a third of what each would cost by itself.
 */
@Injectable()
export class Appender {
  private open: Bundle | undefined;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly room: StoreRoom,
  ) {}

  /** Resolves once Redis has the event on disk. Rejects with `store_full`, or with `store_unavailable` when it is not known. */
  append(event: PageViewEvent): Promise<void> {
    if (this.room.isFull) return Promise.reject(new ApiError('store_full', undefined, { retryAfterSeconds: FULL_RETRY_AFTER_SECONDS }));
    const bundle = this.open ?? this.begin();
    bundle.lines.push(encodeEvent(event));
    if (bundle.lines.length >= EVENTS_MAX) this.send(bundle);
    return bundle.stored;
  }

  /** Resolves once Redis has all of them. When it rejects, some may be there: the caller tries all again. */
  async appendAll(events: readonly PageViewEvent[]): Promise<void> {
    await Promise.all([...new Set(events.map((event) => this.append(event)))]);
  }

  private begin(): Bundle {
    const bundle = newBundle();
    this.open = bundle;
    setImmediate(() => {
      if (this.open === bundle) this.send(bundle);
    });
    return bundle;
  }

  private send(bundle: Bundle): void {
    this.open = undefined;
    bundle.settle(this.write(joinLines(bundle.lines)));
  }

  private async write(text: string): Promise<void> {
    try {
      await within(ANSWER_MAX_MS, this.redis.sendCommand(['XADD', KEYS.stream, '*', FIELD, text]));
    } catch (cause) {
      throw refusal(cause);
    }
  }
}
