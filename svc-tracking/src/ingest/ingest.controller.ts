import { enterPage, exitPage, pageViewId, type EnterPage, type ExitPage, type PageViewRef } from '@course/contracts';
import { parseBody } from '@course/service-kit';
import { Body, Controller, Header, HttpCode, Param, Patch, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BatchService } from './batch.service.ts';
import { IngestService } from './ingest.service.ts';
import { isPlainEntry } from './plain-view.ts';

@Controller('api/page-views')
export class IngestController {
  constructor(
    private readonly ingest: IngestService,
    private readonly batches: BatchService,
  ) {}

  /** Takes the whole request: Nest reads parameters one by one, with a promise for each that has a schema. */
  @Post()
  enter(@Req() { body, headers, ip }: FastifyRequest): Promise<PageViewRef> {
    const entry: EnterPage = isPlainEntry(body) ? body : parseBody(enterPage, body);
    return this.ingest.enter(entry, { userAgent: headers['user-agent'], cookie: headers.cookie, address: ip });
  }

  @Patch(':id')
  exit(
    @Param('id', { schema: pageViewId }) id: string,
    @Body({ schema: exitPage }) body: ExitPage,
  ): Promise<PageViewRef> {
    return this.ingest.exit(id, body);
  }

  @Post('batch')
  @HttpCode(200)
  @Header('content-type', 'application/json; charset=utf-8')
  batch(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const { body, ip: address, headers } = request;
    // Release the body (100 KB and more) now; otherwise it is promoted to the old generation.
    request.body = undefined;
    return this.batches
      .take(body, { address, userAgent: headers['user-agent'], cookie: headers.cookie })
      .then(({ answer, retryAfterSeconds }) => {
        if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
        return answer;
      });
  }
}
