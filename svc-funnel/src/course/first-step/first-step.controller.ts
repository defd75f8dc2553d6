import { Body, Controller, HttpCode, HttpStatus, Ip, Param, Post } from '@nestjs/common';
import {
  ApiError,
  accepted,
  askFirstStep,
  confirmedFirstStep,
  linkBody,
  leftFirstStep,
  linkToken,
  type Accepted,
  type AskFirstStep,
  type ConfirmedFirstStep,
  type LinkBody,
  type LeftFirstStep,
} from '@course/contracts';
import { ApiAcceptedResponse, ApiConsumes, ApiOkResponse } from '@nestjs/swagger';
import { Limited } from '../../platform/gate.guard.ts';
import { CurrentVisitor, type Visitor } from '../../platform/request.ts';
import { FirstStepService } from './first-step.service.ts';

/** Has no GET routes, because mail scanners follow links. */
@Controller('api/first-step')
export class FirstStepController {
  constructor(private readonly firstSteps: FirstStepService) {}

  /** The session comes from the cookie. The response never reveals what an address was used for. */
  @Post()
  @HttpCode(HttpStatus.ACCEPTED)
  @Limited('firstStep')
  @ApiAcceptedResponse({ standardSchema: accepted })
  async ask(
    @Body({ schema: askFirstStep }) body: AskFirstStep,
    @CurrentVisitor() visitor: Visitor | undefined,
  ): Promise<Accepted> {
    if (!visitor) throw new ApiError('session_missing');
    await this.firstSteps.ask(visitor.sessionId, body);
    return { accepted: true };
  }

  @Post('confirm')
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: confirmedFirstStep })
  async confirm(
    @Body({ schema: linkBody }) { token }: LinkBody,
    @Ip() ip: string | undefined,
  ): Promise<ConfirmedFirstStep> {
    return { status: await this.firstSteps.confirm({ token, ip }) };
  }

  /**
   * Called by the one-click unsubscribe of RFC 8058 and by the page's button. Only the token counts; any body is
   * ignored.
   */
  @Post('unsubscribe/:token')
  @HttpCode(HttpStatus.OK)
  @ApiConsumes('application/x-www-form-urlencoded', 'multipart/form-data', 'application/json')
  @ApiOkResponse({ standardSchema: leftFirstStep })
  async leave(
    @Param('token', { schema: linkToken }) token: string,
    @Ip() ip: string | undefined,
  ): Promise<LeftFirstStep> {
    await this.firstSteps.unsubscribe({ token, ip });
    return { status: 'unsubscribed' };
  }
}
