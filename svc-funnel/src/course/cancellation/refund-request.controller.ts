import { Body, Controller, Get, HttpCode, HttpStatus, Post, Req } from '@nestjs/common';
import {
  refundView,
  accepted,
  requestRefund,
  type RefundView,
  type Accepted,
  type RequestRefund,
} from '@course/contracts';
import { ApiAcceptedResponse, ApiOkResponse } from '@nestjs/swagger';
import { ApiOrderQuery } from '../page/shown-order.ts';
import { ReaderService } from '../page/reader.service.ts';
import { Limited } from '../../platform/gate.guard.ts';
import type { FunnelRequest } from '../../platform/request.ts';
import { RefundRequestService } from './refund-request.service.ts';

@Controller('api/course/refund-request')
@Limited('refundRequest')
export class RefundRequestController {
  constructor(
    private readonly readers: ReaderService,
    private readonly refunds: RefundRequestService,
  ) {}

  @Get()
  @ApiOkResponse({ standardSchema: refundView })
  async view(@Req() request: FunnelRequest): Promise<RefundView> {
    return this.refunds.view(await this.readers.current(request, 'refund'));
  }

  @Post()
  @HttpCode(HttpStatus.OK)
  @ApiOrderQuery()
  @ApiOkResponse({ standardSchema: refundView })
  async request(
    @Body({ schema: requestRefund }) { reason }: RequestRefund,
    @Req() request: FunnelRequest,
  ): Promise<RefundView> {
    return this.refunds.request(await this.readers.current(request, 'refund'), reason);
  }

  /** Mails the link to the refund page to the buyer, on request by anyone who can read the course. */
  @Post('link')
  @HttpCode(HttpStatus.ACCEPTED)
  @Limited('newLink')
  @ApiAcceptedResponse({ standardSchema: accepted })
  async mailLink(@Req() request: FunnelRequest): Promise<Accepted> {
    await this.refunds.mailLink(await this.readers.current(request));
    return { accepted: true };
  }
}
