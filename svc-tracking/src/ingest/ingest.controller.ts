import { enterPage, exitPage, pageViewId, type BatchAnswer, type EnterPage, type ExitPage, type PageViewRef } from '@course/contracts';
import { Body, Controller, Headers, HttpCode, Ip, Param, Patch, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ContractPipe } from '../platform/contract.pipe.ts';
import { BatchService } from './batch.service.ts';
import { IngestService } from './ingest.service.ts';

@Controller('api/page-views')
export class IngestController {
  constructor(
    private readonly ingest: IngestService,
    private readonly batches: BatchService,
  ) {}

  @Post()
  enter(
    @Body(new ContractPipe(enterPage)) body: EnterPage,
    @Headers('user-agent') userAgent: string | undefined,
    @Headers('cookie') cookie: string | undefined,
  ): Promise<PageViewRef> {
    return this.ingest.enter(body, { userAgent, cookie });
  }

  @Patch(':id')
  exit(
    @Param('id', new ContractPipe(pageViewId, 'invalid_path')) id: string,
    @Body(new ContractPipe(exitPage)) body: ExitPage,
  ): Promise<PageViewRef> {
    return this.ingest.exit(id, body);
  }

  @Post('batch')
  @HttpCode(200)
  async batch(
    @Body() body: unknown,
    @Ip() address: string,
    @Headers('user-agent') userAgent: string | undefined,
    @Headers('cookie') cookie: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BatchAnswer> {
    const { results, retryAfterSeconds } = await this.batches.take(body, { address, userAgent, cookie });
    if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
    return { results };
  }
}
