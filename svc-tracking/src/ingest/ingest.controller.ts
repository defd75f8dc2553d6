import {
  BATCH_MAX_ITEMS,
  batchAnswer,
  batchItem,
  enterPage,
  exitPage,
  pageViewBatch,
  pageViewId,
  pageViewRef,
  type EnterPage,
  type ExitPage,
  type PageViewRef,
} from '@course/contracts';
import { bodyOf, parseBody } from '@course/service-kit';
import { Body, Controller, Header, HttpCode, Param, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { BatchService } from './batch.service.ts';
import { IngestService } from './ingest.service.ts';
import { isPlainEntry } from './plain-view.ts';

@Controller('api/page-views')
export class IngestController {
  constructor(
    private readonly ingest: IngestService,
    private readonly batches: BatchService,
  ) {}

  /**
   * Accepts the whole request because Nest resolves parameters one by one, with a promise for each that has a schema.
   */
  @Post()
  @ApiOperation({
    operationId: 'enterPage',
    summary: 'Record that a visitor entered a page. With a key, a retried call records the same page view.',
  })
  @ApiBody(bodyOf(enterPage))
  @ApiCreatedResponse({ standardSchema: pageViewRef })
  enter(@Req() { body, headers, ip }: FastifyRequest): Promise<PageViewRef> {
    const entry: EnterPage = isPlainEntry(body) ? body : parseBody(enterPage, body);
    return this.ingest.enter(entry, { userAgent: headers['user-agent'], cookie: headers.cookie, address: ip });
  }

  @Patch(':id')
  @ApiOperation({
    operationId: 'exitPage',
    summary: 'Record that a visitor left a page. May be repeated with later times.',
  })
  @ApiOkResponse({ standardSchema: pageViewRef })
  exit(
    @Param('id', { schema: pageViewId }) id: string,
    @Body({ schema: exitPage }) body: ExitPage,
  ): Promise<PageViewRef> {
    return this.ingest.exit(id, body);
  }

  @Post('batch')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'enterPages',
    summary: 'Record up to 500 page views and exits at once. A retried batch records the same page views.',
  })
  @ApiBody(bodyOf(pageViewBatch.extend({ items: z.array(batchItem).min(1).max(BATCH_MAX_ITEMS) })))
  @ApiOkResponse({ standardSchema: batchAnswer })
  @Header('content-type', 'application/json; charset=utf-8')
  batch(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const { body, ip: address, headers } = request;
    // Release the body (100 KB and more) now; otherwise it is promoted to the old generation.
    request.body = undefined;
    return this.batches
      .record(body, { address, userAgent: headers['user-agent'], cookie: headers.cookie })
      .then(({ answer, retryAfterSeconds }) => {
        if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
        return answer;
      });
  }
}
