import { Body, Controller, HttpCode, HttpStatus, Ip, Post } from '@nestjs/common';
import { linkBody, secondOrderView, type LinkBody, type SecondOrderView } from '@course/contracts';
import { ApiOkResponse } from '@nestjs/swagger';
import { Limited } from '../../platform/gate.guard.ts';
import { SecondOrderService } from './second-order.service.ts';

/** The token is in the body, because URLs end up in logs. */
@Controller('api/second-order')
@Limited('secondOrder')
export class SecondOrderController {
  constructor(private readonly orders: SecondOrderService) {}

  @Post()
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: secondOrderView })
  view(@Body({ schema: linkBody }) { token }: LinkBody, @Ip() ip: string | undefined): Promise<SecondOrderView> {
    return this.orders.view({ token, ip });
  }

  @Post('undo')
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: secondOrderView })
  undo(@Body({ schema: linkBody }) { token }: LinkBody, @Ip() ip: string | undefined): Promise<SecondOrderView> {
    return this.orders.undo({ token, ip });
  }
}
