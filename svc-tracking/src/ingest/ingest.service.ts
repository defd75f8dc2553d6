import type { EnterPage, ExitPage, PageViewRef } from '@course/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { RateLimits } from '../platform/rate-limits.ts';
import { CLOCK, type Clock } from '../platform/tokens.ts';
import { Appender } from './appender.ts';
import { CountedNames } from './counted-names.ts';
import { exitEvent, ourId, viewRow } from './events.ts';
import { isBot } from './is-bot.ts';
import { isOwner } from './is-owner.ts';
import { PageViewIds } from './page-view-id.ts';

/** What a browser's headers tell of it. */
export interface Browser {
  readonly userAgent: string | undefined;
  readonly cookie: string | undefined;
}

export interface Caller extends Browser {
  readonly address: string;
}

/** Takes entries and exits. Resolves only when they can no longer be lost. */
@Injectable()
export class IngestService {
  constructor(
    private readonly ids: PageViewIds,
    private readonly appender: Appender,
    private readonly limits: RateLimits,
    private readonly names: CountedNames,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Rejects with `rate_limited`, `store_full` or `store_unavailable`. */
  async enter(entry: EnterPage, { userAgent, cookie, address }: Caller): Promise<PageViewRef> {
    if (this.limits.isOn) await this.limits.take('session', entry.sessionId);
    const row = viewRow(this.ids, entry, { isBot: isBot(userAgent), isOwner: isOwner(cookie) }, this.clock());
    await this.appender.appendRow(row);
    if (!row.isBot && !row.isOwner) this.names.see(row, address);
    return { id: row.id };
  }

  /** Rejects with `page_view_unknown`, `store_full` or `store_unavailable`. */
  async exit(givenId: string, exit: ExitPage): Promise<PageViewRef> {
    const event = exitEvent(ourId(this.ids, givenId), exit, this.clock());
    await this.appender.appendExit(event);
    return { id: event.id };
  }
}
