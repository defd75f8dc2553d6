import { Controller, Headers, HttpCode, HttpStatus, Post, Req } from '@nestjs/common';
import { ApiError } from '@course/contracts';
import type { Request } from 'express';
import { callerOf } from '@course/service-kit';
import { RateLimiter } from '../platform/limits.ts';
import { Refusals } from '../platform/refusals.ts';
import { WebhookService } from './webhook.service.ts';

@Controller('api/stripe/webhook')
export class WebhookController {
  constructor(
    private readonly webhook: WebhookService,
    private readonly limiter: RateLimiter,
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
      await this.#countForgery(error, request.ip);
      throw error;
    }
    return { received: true };
  }

  /** The provider delivers in bursts and is never limited; whoever guesses signatures is. */
  async #countForgery(error: unknown, ip: string | undefined): Promise<void> {
    if (!(error instanceof ApiError) || error.code !== 'invalid_signature') return;
    await this.limiter.consume('webhookSignature:perAddress', callerOf(ip ?? 'unknown'));
    await this.refusals.note('signature');
  }
}
