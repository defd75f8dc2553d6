import { Module } from '@nestjs/common';
import { CourseModule } from '../course/course.module.ts';
import { CoursePageController } from './course-page.controller.ts';
import { CoursePageService } from './course-page.service.ts';
import { ReaderService } from './reader.service.ts';

@Module({
  imports: [CourseModule],
  controllers: [CoursePageController],
  providers: [CoursePageService, ReaderService],
  exports: [ReaderService],
})
export class CoursePageModule {}
