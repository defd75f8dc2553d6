import { courseView, type CourseView } from '@course/contracts';
import { Controller, HttpCode, HttpStatus, Post, Req } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { Limited } from '../../platform/gate.guard.ts';
import type { FunnelRequest } from '../../platform/request.ts';
import { CoursePageService } from '../page/course-page.service.ts';
import { ApiOrderQuery } from '../page/shown-order.ts';
import { ReaderService } from '../page/reader.service.ts';
import { UnsubscribeService } from './unsubscribe.service.ts';

/** Takes an unsubscription back on the course page. */
@Controller('api/course/resume')
@Limited('course')
export class ResumeController {
  constructor(
    private readonly readers: ReaderService,
    private readonly pages: CoursePageService,
    private readonly subscriptions: UnsubscribeService,
  ) {}

  @Post()
  @HttpCode(HttpStatus.OK)
  @ApiOrderQuery()
  @ApiOkResponse({ standardSchema: courseView })
  async resume(@Req() request: FunnelRequest): Promise<CourseView> {
    await this.subscriptions.resumeOrder((await this.readers.current(request)).order.id);
    return this.pages.view(await this.readers.current(request));
  }
}
