import { enterPage, exitPage, pageViewId, type EnterPage, type ExitPage, type PageViewRef } from '@course/contracts';
import { Body, Controller, Header, Headers, HttpCode, Param, Patch, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
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
  @Header('content-type', 'application/json; charset=utf-8')
  batch(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const { body, ip: address, headers } = request;
    // 100 KB and more, which would live until the answer otherwise, long enough to be taken for what stays.
    request.body = undefined;
    return this.batches.take(body, { address, userAgent: headers['user-agent'], cookie: headers.cookie }).then(({ answer, retryAfterSeconds }) => {
      if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
      return answer;
    });
  }
}
