import { clientError, clientErrorAnswer, type ClientError } from '@course/contracts';
import { callerOf } from '@course/service-kit';
import { Body, Controller, HttpCode, Inject, Ip, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOperation } from '@nestjs/swagger';
import { RateLimiter } from '../platform/limits.ts';
import { CLOCK, type Clock } from '../platform/tokens.ts';
import { Appender } from './appender.ts';
import { PageViewIds, timeOf } from './page-view-id.ts';
import { idTime } from './times.ts';

/** Takes what browsers report to have gone wrong. */
@Controller('api/client-errors')
export class ClientErrorsController {
  constructor(
    private readonly ids: PageViewIds,
    private readonly appender: Appender,
    private readonly limiter: RateLimiter,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Resolves once the report can no longer be lost. One of a made-up page view has the same answer and is not kept, so
   * that the answer helps nobody to guess. Rejects with `rate_limited`, `store_full` or `store_unavailable`.
   */
  @Post()
  @HttpCode(202)
  @ApiOperation({
    operationId: 'reportError',
    summary: 'Report an error in a page view. Counts once a page view and code.',
  })
  @ApiAcceptedResponse({ standardSchema: clientErrorAnswer })
  async report(@Body({ schema: clientError }) body: ClientError, @Ip() address: string): Promise<object> {
    await this.limiter.consume('errors', callerOf(address));
    const now = this.clock();
    const id = this.pageViewOf(body, now);
    const { remote, release, screen, code } = body;
    if (this.ids.isOurs(id))
      await this.appender.appendError({ kind: 'error', id, code, remote, release, screen, reportedAt: now });
    return {};
  }

  /** An id that follows from session and key is always genuine; it counts once a page view of that id is there. */
  private pageViewOf({ pageViewId, sessionId, key }: ClientError, now: number): string {
    if (pageViewId !== undefined) return pageViewId.toLowerCase();
    return this.ids.of(sessionId ?? '', key ?? '', idTime(timeOf(key ?? ''), now));
  }
}
