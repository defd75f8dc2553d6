import { Controller, Headers, HttpCode, HttpStatus, Ip, Param, Post } from '@nestjs/common';
import { linkToken, resumed, unsubscribed, type Resumed, type Unsubscribed } from '@course/contracts';
import { ApiConsumes, ApiOkResponse } from '@nestjs/swagger';
import { UnsubscribeService } from './unsubscribe.service.ts';

/** Has no GET routes, because mail scanners follow links. */
@Controller('api/unsubscribe/:token')
export class UnsubscribeController {
  constructor(private readonly subscriptions: UnsubscribeService) {}

  /**
   * Called by the one-click unsubscribe of RFC 8058 and by the page's button, which is the only one to send JSON. Only
   * the token counts; any body is ignored.
   */
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
