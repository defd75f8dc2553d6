import { Controller, Headers, HttpCode, HttpStatus, Post, Req } from '@nestjs/common';
import { ApiError } from '@course/contracts';
import type { Request } from 'express';
import { Refusals } from '../platform/refusals.ts';
import { WebhookService } from './webhook.service.ts';

const isForged = (error: unknown): boolean => error instanceof ApiError && error.code === 'invalid_signature';

@Controller('api/stripe/webhook')
export class WebhookController {
  constructor(
    private readonly webhook: WebhookService,
    private readonly refusals: Refusals,
  ) {}

  @Post()
  @HttpCode(HttpStatus.OK)
  async receive(@Req() request: Request, @Headers('stripe-signature') signature: string | undefined) {
    const body: unknown = request.body;
    try {
      // Stripe signs the bytes, so parsed JSON would not verify.
      await this.webhook.receive(Buffer.isBuffer(body) ? body : Buffer.alloc(0), signature);
    } catch (error) {
      // The provider is never rate limited; callers who guess signatures are.
      if (isForged(error)) await this.refusals.noteGuess('signature', request.ip);
      throw error;
    }
    return { received: true };
  }
}
