import { Controller, Headers, HttpCode, HttpStatus, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Refusals } from '../platform/refusals.ts';
import { rawBodyOf } from '../platform/request.ts';
import { WebhookService } from './webhook.service.ts';

@Controller('api/stripe/webhook')
export class WebhookController {
  constructor(
    private readonly webhook: WebhookService,
    private readonly refusals: Refusals,
  ) {}

  @Post()
  @HttpCode(HttpStatus.OK)
  async receive(@Req() request: Request, @Headers('stripe-signature') signature: string | undefined) {
    const body = rawBodyOf(request);
    await this.refusals.receiveSigned('signature', request.ip, () => this.webhook.receive(body, signature));
    return { received: true };
  }
}
