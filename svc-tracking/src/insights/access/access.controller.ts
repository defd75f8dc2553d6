import { ApiError, openInsights, type OpenInsights } from '@course/contracts';
import { callerOf } from '@course/service-kit';
import { Body, Controller, Delete, Get, Header, HttpCode, Inject, Ip, Post, Put, Res, UseGuards } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { RateLimiter } from '../../platform/limits.ts';
import { CLOCK, type Clock } from '../../platform/tokens.ts';
import { closeSession, exclusionCookie, isToken, openSession } from './cookies.ts';
import { ACCESS, InsightsGuard, type AccessSettings } from './insights.guard.ts';

@Controller('api/insights')
export class AccessController {
  constructor(
    @Inject(ACCESS) private readonly access: AccessSettings,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly limiter: RateLimiter,
  ) {}

  @Post('session')
  @ApiOperation({
    operationId: 'openInsights',
    summary: 'Exchange the token of the link for a cookie that lasts 12 hours.',
  })
  @HttpCode(204)
  @Header('cache-control', 'no-store')
  async open(
    @Body({ schema: openInsights }) { token }: OpenInsights,
    @Ip() address: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.limiter.consume('token', callerOf(address));
    if (!isToken(token, this.access.token)) throw new ApiError('insights_token_wrong');
    void reply.header('set-cookie', openSession(this.access.token, this.clock(), this.access.secure));
  }

  @Get('session')
  @ApiOperation({ operationId: 'isInsightsOpen', summary: 'Returns 204 if this browser has access, otherwise 401.' })
  @HttpCode(204)
  @UseGuards(InsightsGuard)
  isOpen(): void {}

  @Delete('session')
  @ApiOperation({ operationId: 'closeInsights', summary: 'Sign out.' })
  @HttpCode(204)
  close(@Res({ passthrough: true }) reply: FastifyReply): void {
    void reply.header('set-cookie', closeSession(this.access.secure));
  }

  @Put('not-counted')
  @ApiOperation({ operationId: 'markBrowser', summary: 'Exclude later visits of this browser from every measure.' })
  @HttpCode(204)
  @UseGuards(InsightsGuard)
  mark(@Res({ passthrough: true }) reply: FastifyReply): void {
    void reply.header('set-cookie', exclusionCookie(true, this.access.secure));
  }

  @Delete('not-counted')
  @ApiOperation({ operationId: 'unmarkBrowser', summary: 'Count later visits of this browser.' })
  @HttpCode(204)
  @UseGuards(InsightsGuard)
  unmark(@Res({ passthrough: true }) reply: FastifyReply): void {
    void reply.header('set-cookie', exclusionCookie(false, this.access.secure));
  }
}
