import {
  changeSchedule,
  type ChangeSchedule,
  courseView,
  type CourseView,
  pauseCourse,
  type PauseCourse,
} from '@course/contracts';
import { Body, Controller, Delete, HttpCode, HttpStatus, Patch, Post, Req } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { Limited } from '../../platform/gate.guard.ts';
import type { FunnelRequest } from '../../platform/request.ts';
import { CoursePageService } from '../page/course-page.service.ts';
import { ApiOrderQuery } from '../page/shown-order.ts';
import { type Reader, ReaderService } from '../page/reader.service.ts';
import { ScheduleService } from './schedule.service.ts';

/** Changes when a reader's lessons come. Each call returns the updated course. */
@Controller('api/course')
@Limited('course')
export class ScheduleController {
  constructor(
    private readonly readers: ReaderService,
    private readonly pages: CoursePageService,
    private readonly schedules: ScheduleService,
  ) {}

  @Patch('schedule')
  @ApiOrderQuery()
  @ApiOkResponse({ standardSchema: courseView })
  change(@Body({ schema: changeSchedule }) body: ChangeSchedule, @Req() request: FunnelRequest): Promise<CourseView> {
    return this.#viewAfter(request, (reader) => this.schedules.change(reader, body));
  }

  @Post('pause')
  @HttpCode(HttpStatus.OK)
  @ApiOrderQuery()
  @ApiOkResponse({ standardSchema: courseView })
  pause(@Body({ schema: pauseCourse }) body: PauseCourse, @Req() request: FunnelRequest): Promise<CourseView> {
    return this.#viewAfter(request, (reader) => this.schedules.pause(reader, body));
  }

  @Delete('pause')
  @ApiOrderQuery()
  @ApiOkResponse({ standardSchema: courseView })
  endPause(@Req() request: FunnelRequest): Promise<CourseView> {
    return this.#viewAfter(request, (reader) => this.schedules.endPause(reader));
  }

  @Post('next-lesson')
  @HttpCode(HttpStatus.OK)
  @ApiOrderQuery()
  @ApiOkResponse({ standardSchema: courseView })
  sendNextNow(@Req() request: FunnelRequest): Promise<CourseView> {
    return this.#viewAfter(request, (reader) => this.schedules.sendNextNow(reader));
  }

  async #viewAfter(request: FunnelRequest, change: (reader: Reader) => Promise<void>): Promise<CourseView> {
    await change(await this.readers.current(request));
    return this.pages.view(await this.readers.current(request));
  }
}
