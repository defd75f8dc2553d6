import { Body, Controller, Get, Headers, HttpCode, HttpStatus, Inject, Param, Post } from '@nestjs/common';
import {
  ApiError,
  checkoutSessionId,
  checkoutState,
  correctEmail,
  createCheckout,
  createdCheckout,
} from '@course/contracts';
import type { CheckoutState, CorrectEmail, CreateCheckout, CreatedCheckout } from '@course/contracts';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Env } from '../platform/env.ts';
import { Limited } from '../platform/gate.guard.ts';
import { CurrentVisitor, type Visitor } from '../platform/request.ts';
import { ENV } from '../platform/tokens.ts';
import { CheckoutStateService } from './checkout-state.service.ts';
import { CheckoutService } from './checkout.service.ts';

@Controller('api')
export class CheckoutController {
  constructor(
    private readonly checkout: CheckoutService,
    private readonly state: CheckoutStateService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Post('create-checkout-session')
  @HttpCode(HttpStatus.OK)
  @Limited('checkout')
  @ApiOkResponse({ standardSchema: createdCheckout })
  async create(
    @Body({ schema: createCheckout }) body: CreateCheckout,
    @CurrentVisitor() visitor: Visitor | undefined,
    @Headers('origin') origin: string | undefined,
  ): Promise<CreatedCheckout> {
    if (!visitor) throw new ApiError('session_missing');
    // The guard has accepted only our own origins: the visitor returns to the one for which the cookie was set.
    return this.checkout.create(visitor.sessionId, body, origin ?? this.env.publicUrl);
  }

  @Get('checkout-sessions/:id')
  @Limited('checkoutState')
  @ApiOkResponse({ standardSchema: checkoutState })
  read(
    @Param('id', { schema: checkoutSessionId }) id: string,
    @CurrentVisitor() visitor: Visitor | undefined,
  ): Promise<CheckoutState> {
    return this.state.read(visitor?.sessionId, id);
  }

  @Post('checkout-sessions/:id/email')
  @HttpCode(HttpStatus.OK)
  @Limited('correctEmail')
  @ApiOkResponse({ standardSchema: checkoutState })
  correctEmail(
    @Param('id', { schema: checkoutSessionId }) id: string,
    @Body({ schema: correctEmail }) { email }: CorrectEmail,
    @CurrentVisitor() visitor: Visitor | undefined,
  ): Promise<CheckoutState> {
    return this.state.correctEmail(visitor?.sessionId, id, email);
  }
}
