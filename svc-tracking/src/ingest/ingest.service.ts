import type { EnterPage, ExitPage, PageViewRef } from '@course/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { RateLimits } from '../platform/rate-limits.ts';
import { CLOCK, type Clock } from '../platform/tokens.ts';
import { Appender } from './appender.ts';
import { enterEvent, exitEvent, ourId } from './events.ts';
import { isBot } from './is-bot.ts';
import { PageViewIds } from './page-view-id.ts';

/** Takes entries and exits. Resolves only when they can no longer be lost. */
@Injectable()
export class IngestService {
  constructor(
    private readonly ids: PageViewIds,
    private readonly appender: Appender,
    private readonly limits: RateLimits,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Rejects with `rate_limited`, `store_full` or `store_unavailable`. */
  async enter(entry: EnterPage, userAgent: string | undefined): Promise<PageViewRef> {
    if (this.limits.isOn) await this.limits.take('session', entry.sessionId);
    const event = enterEvent(this.ids, entry, isBot(userAgent), this.clock());
    await this.appender.append(event);
    return { id: event.id };
  }

  /** Rejects with `page_view_unknown`, `store_full` or `store_unavailable`. */
  async exit(givenId: string, exit: ExitPage): Promise<PageViewRef> {
    const event = exitEvent(ourId(this.ids, givenId), exit, this.clock());
    await this.appender.append(event);
    return { id: event.id };
  }
}
