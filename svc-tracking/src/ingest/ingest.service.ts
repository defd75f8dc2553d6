import { ApiError, type EnterPage, type ExitPage, type PageViewRef } from '@course/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { RateLimits } from '../platform/rate-limits.ts';
import { CLOCK, type Clock } from '../platform/tokens.ts';
import { Appender } from './appender.ts';
import { PageViewIds, timeOf } from './page-view-id.ts';
import { entryTime, exitTime, idTime } from './times.ts';

/** Takes entries and exits. Resolves only when they can no longer be lost. */
@Injectable()
export class IngestService {
  constructor(
    private readonly ids: PageViewIds,
    private readonly appender: Appender,
    private readonly limits: RateLimits,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Rejects with `rate_limited` or `store_unavailable`. */
  async enter({ sessionId, pagePath, key, variant }: EnterPage): Promise<PageViewRef> {
    await this.limits.take('session', sessionId);
    const now = this.clock();
    const keyTime = key === undefined ? undefined : timeOf(key);
    const { at, clamped } = entryTime(keyTime, now);
    const id = key === undefined || keyTime === undefined ? this.ids.fresh(now) : this.ids.of(sessionId, key, idTime(keyTime, now));
    await this.appender.append({ kind: 'enter', id, sessionId, pagePath, enteredAt: at, variant, clamped });
    return { id };
  }

  /** Rejects with `page_view_unknown` or `store_unavailable`. */
  async exit(givenId: string, { exitedAt, timeSpentSeconds, totalSeconds }: ExitPage): Promise<PageViewRef> {
    const id = givenId.toLowerCase();
    if (!this.ids.isOurs(id)) throw new ApiError('page_view_unknown');
    const { at, clamped } = exitTime(Date.parse(exitedAt), timeOf(id), this.clock());
    await this.appender.append({ kind: 'exit', id, exitedAt: at, timeSpentSeconds, totalSeconds, clamped });
    return { id };
  }
}
