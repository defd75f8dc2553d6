import { CHART_NAMES, type ChartAnswer, type ChartName } from '@course/contracts';
import { parseQuery } from '@course/service-kit';
import { Controller, Get, Header, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { InsightsGuard } from './access/insights.guard.ts';
import { CHART_QUERIES, chartStatement } from './chart-queries/chart-queries.ts';
import { chartBody } from './export.ts';
import { InsightsRepository } from './insights.repository.ts';

const chartAt = (route: string | undefined): ChartName => {
  const chart = CHART_NAMES.find((name) => route?.endsWith(`/${name}`));
  if (chart === undefined) throw new Error(`No chart has the route ${route}`);
  return chart;
};

@Controller('api/insights')
@UseGuards(InsightsGuard)
export class InsightsController {
  constructor(private readonly repository: InsightsRepository) {}

  /** Serves each chart at its own address: its rows and their SQL, or its rows as a file. */
  @Get(CHART_NAMES)
  @ApiExcludeEndpoint()
  @Header('cache-control', 'no-store')
  async chart(
    @Req() { routeOptions, query }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChartAnswer<ChartName> | Buffer> {
    const chart = chartAt(routeOptions.url);
    const parsed = parseQuery(CHART_QUERIES[chart].query, query);
    return chartBody(chart, await this.repository.run(chartStatement(chart, parsed)), parsed.format, reply);
  }
}
