import { ApiError } from '@course/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from '../platform/redis.ts';
import { REDIS } from '../platform/tokens.ts';
import { within } from '../platform/within.ts';
import { encodeEvent, type PageViewEvent } from '../stream/event.ts';
import { FIELD, KEYS } from '../stream/keys.ts';

/** After this long a visitor's browser had better hear that it should try again. */
const ANSWER_MAX_MS = 2000;
const RETRY_AFTER_SECONDS = 2;

/** Puts events where they cannot be lost. */
@Injectable()
export class Appender {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Resolves once Redis has the event on disk. Rejects with `store_unavailable` when that is not known. */
  async append(event: PageViewEvent): Promise<void> {
    try {
      await within(ANSWER_MAX_MS, this.redis.sendCommand(['XADD', KEYS.stream, '*', FIELD, encodeEvent(event)]));
    } catch (cause) {
      throw new ApiError('store_unavailable', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
    }
  }
}
