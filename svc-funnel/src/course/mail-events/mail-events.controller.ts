import { Controller, Headers, HttpCode, HttpStatus, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Refusals } from '../../platform/refusals.ts';
import { rawBodyOf } from '../../platform/request.ts';
import { MailEventsService } from './mail-events.service.ts';

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
    return this.#receive(request, (body) => this.events.receiveMailgun(body));
  }

  @Post('sendgrid')
  @HttpCode(HttpStatus.OK)
  async sendgrid(
    @Req() request: Request,
    @Headers('x-twilio-email-event-webhook-signature') signature = '',
    @Headers('x-twilio-email-event-webhook-timestamp') timestamp = '',
  ) {
    return this.#receive(request, (body) => this.events.receiveSendgrid(body, { signature, timestamp }));
  }

  async #receive(request: Request, receive: (body: Buffer) => Promise<void>) {
    await this.refusals.receiveSigned('mail_signature', request.ip, () => receive(rawBodyOf(request)));
    return { received: true };
  }
}
