import { clientError, clientErrorAnswer, type ClientError } from '@course/contracts';
import { callerOf } from '@course/service-kit';
import { Body, Controller, HttpCode, Inject, Ip, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOperation } from '@nestjs/swagger';
import { RateLimiter } from '../platform/limits.ts';
import { CLOCK, type Clock } from '../platform/tokens.ts';
import { Appender } from './appender.ts';
import { timeOf } from '../stream/uuid.ts';
import { PageViewIds } from './page-view-id.ts';
import { idTime } from './times.ts';

/** Records errors that browsers report. */
@Controller('api/client-errors')
export class ClientErrorsController {
  constructor(
    private readonly ids: PageViewIds,
    private readonly appender: Appender,
    private readonly limiter: RateLimiter,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Resolves once the report can no longer be lost. For an id that we did not issue, the response is the same but
   * nothing is kept, so that responses do not reveal which ids exist. Rejects with `rate_limited`, `store_full` or
   * `store_unavailable`.
   */
  @Post()
  @HttpCode(202)
  @ApiOperation({
    operationId: 'reportError',
    summary: 'Report an error in a page view. Counts once per page view and code.',
  })
  @ApiAcceptedResponse({ standardSchema: clientErrorAnswer })
  async report(@Body({ schema: clientError }) body: ClientError, @Ip() address: string): Promise<object> {
    await this.limiter.consume('errors', callerOf(address));
    const now = this.clock();
    const id = this.pageViewOf(body, now);
    const { remote, release, screen, code } = body;
    if (this.ids.isOurs(id))
      await this.appender.appendClientError({ kind: 'error', id, code, remote, release, screen, reportedAt: now });
    return {};
  }

  /** An id derived from session and key needs no check; its errors count once the view is stored. */
  private pageViewOf({ pageViewId, sessionId, key }: ClientError, now: number): string {
    if (pageViewId !== undefined) return pageViewId.toLowerCase();
    return this.ids.of(sessionId ?? '', key ?? '', idTime(timeOf(key ?? ''), now));
  }
}
