import { Body, Controller, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { accepted, requestLink, type Accepted, type RequestLink } from '@course/contracts';
import { ApiAcceptedResponse } from '@nestjs/swagger';
import { Limited } from '../../platform/gate.guard.ts';
import { LinkRequestsService } from './link-requests.service.ts';

@Controller('api/course/links')
export class LinkRequestsController {
  constructor(private readonly links: LinkRequestsService) {}

  @Post()
  @HttpCode(HttpStatus.ACCEPTED)
  @Limited('newLink')
  @ApiAcceptedResponse({ standardSchema: accepted })
  async request(@Body({ schema: requestLink }) body: RequestLink): Promise<Accepted> {
    await this.links.request(body);
    return { accepted: true };
  }
}
