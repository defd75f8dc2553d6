import { Body, Controller, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { requestLink, requestedLink, type RequestedLink, type RequestLink } from '@course/contracts';
import { ApiAcceptedResponse } from '@nestjs/swagger';
import { Limited } from '../platform/gate.guard.ts';
import { LinksService } from './links.service.ts';

@Controller('api/course/links')
export class LinksController {
  constructor(private readonly links: LinksService) {}

  @Post()
  @HttpCode(HttpStatus.ACCEPTED)
  @Limited('newLink')
  @ApiAcceptedResponse({ standardSchema: requestedLink })
  async request(@Body({ schema: requestLink }) body: RequestLink): Promise<RequestedLink> {
    await this.links.request(body);
    return { accepted: true };
  }
}
