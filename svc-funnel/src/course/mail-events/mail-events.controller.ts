import { ApiError } from '@course/contracts';
import { Controller, Headers, HttpCode, HttpStatus, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Refusals } from '../../platform/refusals.ts';
import { MailEventsService } from './mail-events.service.ts';

const bytesOf = ({ body }: Request): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** Webhooks of mail providers, for bounces and complaints. Only their signatures authenticate them. */
@Controller('api/mail-events')
export class MailEventsController {
  constructor(
    private readonly events: MailEventsService,
    private readonly refusals: Refusals,
  ) {}

  @Post('mailgun')
  @HttpCode(HttpStatus.OK)
  async mailgun(@Req() request: Request) {
    return this.#receive(request, this.events.receiveMailgun(bytesOf(request)));
  }

  @Post('sendgrid')
  @HttpCode(HttpStatus.OK)
  async sendgrid(
    @Req() request: Request,
    @Headers('x-twilio-email-event-webhook-signature') signature = '',
    @Headers('x-twilio-email-event-webhook-timestamp') timestamp = '',
  ) {
    return this.#receive(request, this.events.receiveSendgrid(bytesOf(request), { signature, timestamp }));
  }

  /** Providers deliver in bursts and are never rate-limited; guesses of signatures are. */
  async #receive({ ip }: Request, received: Promise<void>) {
    try {
      await received;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid_signature')
        await this.refusals.noteGuess('mail_signature', ip);
      throw error;
    }
    return { received: true };
  }
}
