import { Body, Controller, HttpCode, HttpStatus, Ip, Post } from '@nestjs/common';
import {
  declaredWithdrawal,
  declareWithdrawal,
  linkBody,
  objectionView,
  type DeclaredWithdrawal,
  type DeclareWithdrawal,
  type LinkBody,
  type ObjectionView,
} from '@course/contracts';
import { ApiAcceptedResponse, ApiOkResponse } from '@nestjs/swagger';
import { Limited } from '../../platform/gate.guard.ts';
import { ObjectionService } from './objection.service.ts';
import { WithdrawalsService } from './withdrawals.service.ts';

/** Names, addresses and tokens are in the body, because URLs end up in logs. */
@Controller('api/withdrawals')
@Limited('objection')
export class WithdrawalsController {
  constructor(
    private readonly withdrawals: WithdrawalsService,
    private readonly objections: ObjectionService,
  ) {}

  @Post()
  @HttpCode(HttpStatus.ACCEPTED)
  @Limited('withdrawal')
  @ApiAcceptedResponse({ standardSchema: declaredWithdrawal })
  declare(@Body({ schema: declareWithdrawal }) body: DeclareWithdrawal): Promise<DeclaredWithdrawal> {
    return this.withdrawals.declare(body);
  }

  @Post('objection')
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: objectionView })
  view(@Body({ schema: linkBody }) { token }: LinkBody, @Ip() ip: string | undefined): Promise<ObjectionView> {
    return this.objections.view({ token, ip });
  }

  @Post('object')
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: objectionView })
  object(@Body({ schema: linkBody }) { token }: LinkBody, @Ip() ip: string | undefined): Promise<ObjectionView> {
    return this.objections.object({ token, ip });
  }
}
