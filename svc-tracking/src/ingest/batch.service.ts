import { ApiError, type BatchAnswer } from '@course/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { RateLimits } from '../platform/rate-limits.ts';
import { CLOCK, type Clock } from '../platform/tokens.ts';
import { Appender } from './appender.ts';
import { judgeItem, readItem, viewsBySession, withinGrants, type ReadItem } from './batch-items.ts';
import { PageViewIds } from './page-view-id.ts';

export interface Caller {
  readonly address: string;
  readonly userAgent: string | undefined;
}

export interface BatchOutcome extends BatchAnswer {
  /** Set when some items were one too many for their session. */
  readonly retryAfterSeconds: number | undefined;
}

/** Takes many page views at once. Resolves only when none of those that it calls taken can be lost. */
@Injectable()
export class BatchService {
  constructor(
    private readonly ids: PageViewIds,
    private readonly appender: Appender,
    private readonly limits: RateLimits,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Rejects as a whole with `rate_limited` (the address, or every item), `store_full` or `store_unavailable`. */
  async take(items: readonly unknown[], { address, userAgent }: Caller): Promise<BatchOutcome> {
    // The call itself was counted at the gate.
    await this.limits.take('address', address, items.length - 1);
    const { allowed, retryAfterSeconds } = await this.withinLimits(items.map(readItem));
    const context = { ids: this.ids, userAgent, now: this.clock() };
    const judged = allowed.map((item) => judgeItem(item, context));
    const results = judged.map(({ result }) => result);
    if (results.every(({ status }) => status === 429)) {
      throw new ApiError('rate_limited', undefined, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
    }
    await this.appender.appendAll(judged.flatMap(({ events }) => events));
    return { results, retryAfterSeconds };
  }

  private async withinLimits(items: readonly ReadItem[]): Promise<{ allowed: readonly ReadItem[]; retryAfterSeconds: number | undefined }> {
    if (!this.limits.isOn) return { allowed: items, retryAfterSeconds: undefined };
    const granted = new Map<string, number>();
    let retryAfterSeconds: number | undefined;
    for (const [sessionId, wanted] of viewsBySession(items)) {
      const grant = await this.limits.takeUpTo('session', sessionId, wanted);
      granted.set(sessionId, grant.granted);
      if (grant.granted < wanted) retryAfterSeconds = Math.max(retryAfterSeconds ?? 0, grant.retryAfterSeconds);
    }
    return { allowed: withinGrants(items, granted), retryAfterSeconds };
  }
}
