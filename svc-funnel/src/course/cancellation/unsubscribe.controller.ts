import { Controller, Headers, HttpCode, HttpStatus, Ip, Param, Post } from '@nestjs/common';
import { linkToken, resumed, unsubscribed, type Resumed, type Unsubscribed } from '@course/contracts';
import { ApiConsumes, ApiOkResponse } from '@nestjs/swagger';
import { UnsubscribeService } from './unsubscribe.service.ts';

/** There is no GET: mail scanners follow links. */
@Controller('api/unsubscribe/:token')
export class UnsubscribeController {
  constructor(private readonly subscriptions: UnsubscribeService) {}

  /** One-click of RFC 8058, and the page's button, which alone sends JSON. The token alone decides; a body is let pass unread. */
  @Post()
  @HttpCode(HttpStatus.OK)
  @ApiConsumes('application/x-www-form-urlencoded', 'multipart/form-data', 'application/json')
  @ApiOkResponse({ standardSchema: unsubscribed })
  leave(
    @Param('token', { schema: linkToken }) token: string,
    @Ip() ip: string | undefined,
    @Headers('content-type') type = '',
  ): Promise<Unsubscribed> {
    return this.subscriptions.unsubscribe({ token, ip, oneClick: !type.startsWith('application/json') });
  }

  @Post('resume')
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: resumed })
  resume(@Param('token', { schema: linkToken }) token: string, @Ip() ip: string | undefined): Promise<Resumed> {
    return this.subscriptions.resume({ token, ip });
  }
}
