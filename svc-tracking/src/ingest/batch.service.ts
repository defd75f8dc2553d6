import { ApiError, type BatchAnswer } from '@course/contracts';
import { callerOf, isExcludedBrowser } from '@course/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { RateLimiter } from '../platform/limits.ts';
import { CLOCK, type Clock } from '../platform/tokens.ts';
import { isExcluded } from '../stream/page-view-row.ts';
import { Appender } from './appender.ts';
import { itemsOf, readBatch, readItem, viewsBySession, refuseOverLimit, type ReadItem } from './batch-items.ts';
import { CountedNames } from './counted-names.ts';
import type { Caller } from './ingest.service.ts';
import { PageViewIds } from './page-view-id.ts';

export interface BatchOutcome {
  /** A `BatchAnswer` as JSON. */
  readonly answer: string;
  /** Set if some items exceeded their session's limit. */
  readonly retryAfterSeconds: number | undefined;
}

/** Records many page views at once. Resolves only when none of the accepted ones can be lost. */
@Injectable()
export class BatchService {
  constructor(
    private readonly ids: PageViewIds,
    private readonly appender: Appender,
    private readonly limiter: RateLimiter,
    private readonly names: CountedNames,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Accepts the text of a request body. Rejects as a whole with `invalid_json`, `invalid_body`, `rate_limited` (the
   * address, or every item), `store_full` or `store_unavailable`.
   */
  record(body: unknown, caller: Caller): Promise<BatchOutcome> {
    // Not async: an async function would keep the body alive.
    return this.begin(body, caller).then(({ stored, ...outcome }) => stored.then(() => outcome));
  }

  /**
   * Does everything except wait for Redis, so that body, items and results are garbage by then: several batches wait at
   * a time, and the garbage collector copies live objects again and again.
   */
  private async begin(
    body: unknown,
    { address, userAgent, cookie }: Caller,
  ): Promise<BatchOutcome & { readonly stored: Promise<unknown> }> {
    const items = itemsOf(body);
    // The gate has already counted the call itself.
    await this.limiter.consume('address', callerOf(address), items.length - 1);
    const { allowed, retryAfterSeconds } = await this.withinLimits(items.map(readItem));
    const { rows, exits, results } = readBatch(allowed, {
      ids: this.ids,
      userAgent,
      isOwner: isExcludedBrowser(cookie),
      now: this.clock(),
    });
    if (results.every(({ status }) => status === 429)) {
      throw new ApiError('rate_limited', undefined, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
    }
    for (const row of rows) if (!isExcluded(row)) this.names.noteNames(row, address);
    const stored = this.appender.appendAll(rows, exits);
    return { answer: JSON.stringify({ results } satisfies BatchAnswer), retryAfterSeconds, stored };
  }

  private async withinLimits(
    items: readonly ReadItem[],
  ): Promise<{ allowed: readonly ReadItem[]; retryAfterSeconds: number | undefined }> {
    if (!this.limiter.isOn) return { allowed: items, retryAfterSeconds: undefined };
    const granted = new Map<string, number>();
    let retryAfterSeconds: number | undefined;
    for (const [sessionId, wanted] of viewsBySession(items)) {
      const grant = await this.limiter.consumeUpTo('session', sessionId, wanted);
      granted.set(sessionId, grant.granted);
      if (grant.granted < wanted) retryAfterSeconds = Math.max(retryAfterSeconds ?? 0, grant.retryAfterSeconds);
    }
    return { allowed: refuseOverLimit(items, granted), retryAfterSeconds };
  }
}
