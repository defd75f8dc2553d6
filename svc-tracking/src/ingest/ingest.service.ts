import type { EnterPage, ExitPage, PageViewRef } from '@course/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { RateLimiter } from '../platform/limits.ts';
import { CLOCK, type Clock } from '../platform/tokens.ts';
import { Appender } from './appender.ts';
import { CountedNames } from './counted-names.ts';
import { exitRow, ourId, viewRow } from './to-row.ts';
import { isBot } from './is-bot.ts';
import { isExcludedBrowser } from '@course/service-kit';
import { isExcluded } from '../stream/page-view-row.ts';
import { PageViewIds } from './page-view-id.ts';

/** The client's address, and what its headers reveal about it. */
export interface Caller {
  readonly address: string;
  readonly userAgent: string | undefined;
  readonly cookie: string | undefined;
}

/** Records entries and exits. Resolves only when they can no longer be lost. */
@Injectable()
export class IngestService {
  constructor(
    private readonly ids: PageViewIds,
    private readonly appender: Appender,
    private readonly limiter: RateLimiter,
    private readonly names: CountedNames,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Rejects with `rate_limited`, `store_full` or `store_unavailable`. */
  async enter(entry: EnterPage, { userAgent, cookie, address }: Caller): Promise<PageViewRef> {
    if (this.limiter.isOn) await this.limiter.consume('session', entry.sessionId);
    const row = viewRow(this.ids, entry, { isBot: isBot(userAgent), isOwner: isExcludedBrowser(cookie) }, this.clock());
    await this.appender.appendRow(row);
    if (!isExcluded(row)) this.names.noteNames(row, address);
    return { id: row.id };
  }

  /** Rejects with `page_view_unknown`, `store_full` or `store_unavailable`. */
  async exit(id: string, exit: ExitPage): Promise<PageViewRef> {
    const row = exitRow(ourId(this.ids, id), exit, this.clock());
    await this.appender.appendExit(row);
    return { id: row.id };
  }
}
