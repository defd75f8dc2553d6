import {
  conversionQuery,
  distributionQuery,
  insightsRange,
  undatedQuery,
  type ChartAnswer,
  type ChartName,
  type ConversionQuery,
  type DistributionQuery,
  type ExportFormat,
  type InsightsRange,
  type UndatedQuery,
} from '@course/contracts';
import { Controller, Get, Header, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { InsightsGuard } from './access/insights.guard.ts';
import { chartBody } from './export/send-chart.ts';
import { InsightsRepository } from './insights.repository.ts';
import { chartQueries } from './chart-queries/chart-queries.ts';
import type { Statement } from './chart-queries/statement.ts';

type Body<C extends ChartName> = Promise<ChartAnswer<C> | Buffer>;

const inRange = { schema: insightsRange };
const undated = { schema: undatedQuery };

/** One address a chart: its rows and their SQL, or its rows as a file. */
@Controller('api/insights')
@UseGuards(InsightsGuard)
export class InsightsController {
  constructor(private readonly repository: InsightsRepository) {}

  @Get('page-timing')
  @Header('cache-control', 'no-store')
  pageTiming(
    @Query(inRange) { format, ...filters }: InsightsRange,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Body<'page-timing'> {
    return this.answer('page-timing', chartQueries.pageTiming(filters), format, reply);
  }

  @Get('page-distribution')
  @Header('cache-control', 'no-store')
  pageDistribution(
    @Query({ schema: distributionQuery }) { format, ...query }: DistributionQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Body<'page-distribution'> {
    return this.answer('page-distribution', chartQueries.pageDistribution(query), format, reply);
  }

  @Get('page-timing-over-time')
  @Header('cache-control', 'no-store')
  pageTimingOverTime(
    @Query({ schema: distributionQuery }) { format, ...query }: DistributionQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Body<'page-timing-over-time'> {
    return this.answer('page-timing-over-time', chartQueries.pageTimingOverTime(query), format, reply);
  }

  @Get('funnel')
  @Header('cache-control', 'no-store')
  funnel(
    @Query(inRange) { format, ...filters }: InsightsRange,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Body<'funnel'> {
    return this.answer('funnel', chartQueries.funnel(filters), format, reply);
  }

  @Get('quiz-time')
  @Header('cache-control', 'no-store')
  quizTime(
    @Query(inRange) { format, ...filters }: InsightsRange,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Body<'quiz-time'> {
    return this.answer('quiz-time', chartQueries.quizTime(filters), format, reply);
  }

  @Get('answers')
  @Header('cache-control', 'no-store')
  answers(
    @Query(inRange) { format, ...filters }: InsightsRange,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Body<'answers'> {
    return this.answer('answers', chartQueries.answers(filters), format, reply);
  }

  @Get('conversion')
  @Header('cache-control', 'no-store')
  conversion(
    @Query({ schema: conversionQuery }) { format, ...query }: ConversionQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Body<'conversion'> {
    return this.answer('conversion', chartQueries.conversion(query), format, reply);
  }

  @Get('views-over-time')
  @Header('cache-control', 'no-store')
  viewsOverTime(
    @Query(inRange) { format, ...filters }: InsightsRange,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Body<'views-over-time'> {
    return this.answer('views-over-time', chartQueries.viewsOverTime(filters), format, reply);
  }

  @Get('live')
  @Header('cache-control', 'no-store')
  live(@Query(undated) { format }: UndatedQuery, @Res({ passthrough: true }) reply: FastifyReply): Body<'live'> {
    return this.answer('live', chartQueries.live(), format, reply);
  }

  @Get('variants')
  @Header('cache-control', 'no-store')
  variants(
    @Query(undated) { format }: UndatedQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Body<'variants'> {
    return this.answer('variants', chartQueries.variants(), format, reply);
  }

  @Get('questions')
  @Header('cache-control', 'no-store')
  questions(
    @Query(undated) { format }: UndatedQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Body<'questions'> {
    return this.answer('questions', chartQueries.questions(), format, reply);
  }

  @Get('releases')
  @Header('cache-control', 'no-store')
  releases(
    @Query(inRange) { format, ...filters }: InsightsRange,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Body<'releases'> {
    return this.answer('releases', chartQueries.releases(filters), format, reply);
  }

  @Get('lesson-completion')
  @Header('cache-control', 'no-store')
  lessonCompletion(
    @Query(inRange) { format, ...filters }: InsightsRange,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Body<'lesson-completion'> {
    return this.answer('lesson-completion', chartQueries.lessonCompletion(filters), format, reply);
  }

  private async answer<C extends ChartName>(
    chart: C,
    asked: Statement,
    format: ExportFormat | undefined,
    reply: FastifyReply,
  ): Body<C> {
    return chartBody(chart, await this.repository.ask<C>(asked), format, reply);
  }
}
