import {
  courseSession,
  type CourseSession,
  courseView,
  type CourseView,
  lessonPlace,
  lessonText,
  type LessonText,
  linkBody,
  type LinkBody,
} from '@course/contracts';
import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Post, Req, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { Limited } from '../../platform/gate.guard.ts';
import type { FunnelRequest } from '../../platform/request.ts';
import { CoursePageService } from './course-page.service.ts';
import { ReaderService } from './reader.service.ts';
import { ApiOrderQuery } from './shown-order.ts';

@Controller('api/course')
export class CoursePageController {
  constructor(
    private readonly readers: ReaderService,
    private readonly pages: CoursePageService,
  ) {}

  /** The token is in the body, because URLs end up in logs. */
  @Post('session')
  @HttpCode(HttpStatus.OK)
  @Limited('courseLink')
  @ApiOkResponse({ standardSchema: courseSession })
  async open(
    @Body({ schema: linkBody }) { token }: LinkBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CourseSession> {
    await this.readers.open(token, response);
    return { open: true };
  }

  /** Succeeds without a cookie, so that a page can ask whether a course is open. */
  @Get('session')
  @Limited('course')
  @ApiOkResponse({ standardSchema: courseSession })
  isOpen(@Req() request: FunnelRequest): Promise<CourseSession> {
    return this.readers.session(request);
  }

  /** For shared devices: the next person does not find the course open, and copies of the cookie stop working. */
  @Delete('session')
  @Limited('course')
  @ApiOkResponse({ standardSchema: courseSession })
  async close(@Req() request: FunnelRequest, @Res({ passthrough: true }) response: Response): Promise<CourseSession> {
    await this.readers.close(request, response);
    return { open: false };
  }

  @Get()
  @Limited('course')
  @ApiOkResponse({ standardSchema: courseView })
  async view(@Req() request: FunnelRequest): Promise<CourseView> {
    return this.pages.view(await this.readers.current(request));
  }

  @Get('lessons/:place')
  @Limited('course')
  @ApiOrderQuery()
  @ApiOkResponse({ standardSchema: lessonText })
  async lesson(
    @Param('place', { schema: lessonPlace }) place: number,
    @Req() request: FunnelRequest,
  ): Promise<LessonText> {
    return this.pages.lesson(await this.readers.current(request), place);
  }

  /** Called by a button only: if a link changed something, mail scanners would follow it. */
  @Post('lessons/:place/done')
  @HttpCode(HttpStatus.OK)
  @Limited('course')
  @ApiOrderQuery()
  @ApiOkResponse({ standardSchema: courseView })
  markDone(@Param('place', { schema: lessonPlace }) place: number, @Req() request: FunnelRequest): Promise<CourseView> {
    return this.#mark(request, place, true);
  }

  @Delete('lessons/:place/done')
  @Limited('course')
  @ApiOrderQuery()
  @ApiOkResponse({ standardSchema: courseView })
  markNotDone(
    @Param('place', { schema: lessonPlace }) place: number,
    @Req() request: FunnelRequest,
  ): Promise<CourseView> {
    return this.#mark(request, place, false);
  }

  async #mark(request: FunnelRequest, place: number, isDone: boolean): Promise<CourseView> {
    const reader = await this.readers.current(request);
    await this.pages.mark(reader, place, isDone);
    return this.pages.view(reader);
  }
}
