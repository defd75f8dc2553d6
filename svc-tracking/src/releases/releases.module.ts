import {
  releaseFiguresAnswer,
  releaseFiguresQuery,
  type ReleaseFigures,
  type ReleaseFiguresQuery,
} from '@course/contracts';
import { Controller, Get, Header, Inject, Module, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type pg from 'pg';
import { POOL } from '../platform/tokens.ts';

const FIGURES = `
  select release, visits, failed, completed, lcp_measured, lcp_poor, inp_measured, inp_poor, cls_measured, cls_poor, ttfb_measured, ttfb_poor
  from rollups.release_figures($1, $2, $3)`;

const VITALS = ['lcp', 'inp', 'cls', 'ttfb'] as const;

type Row = Readonly<Record<string, string>>;

const figuresOf = (row: Row): ReleaseFigures => {
  const count = (name: string): number => Number(row[name]);
  const vitals = VITALS.map((name) => [name, { measured: count(`${name}_measured`), poor: count(`${name}_poor`) }]);
  return releaseFiguresAnswer.shape.releases.element.parse({
    release: row['release'],
    visits: count('visits'),
    failed: count('failed'),
    completed: count('completed'),
    vitals: Object.fromEntries(vitals),
  });
};

/** Read by the publishing API, which judges canaries. Not public: the edge forwards only /api and /insights. */
@Controller('release-figures')
export class ReleaseFiguresController {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** Returns the figures of each requested release, in the order of the request. */
  @Get()
  @Header('cache-control', 'no-store')
  @ApiOperation({
    operationId: 'releaseFigures',
    summary: 'Figures of the visits to releases of a remote. Not under /api, so that the edge never forwards it.',
  })
  @ApiOkResponse({ standardSchema: releaseFiguresAnswer })
  async figures(
    @Query({ schema: releaseFiguresQuery }) { remote, releases, since }: ReleaseFiguresQuery,
  ): Promise<{ releases: ReleaseFigures[] }> {
    const { rows } = await this.pool.query<Row>(FIGURES, [remote, releases.split(','), since]);
    return { releases: rows.map(figuresOf) };
  }
}

@Module({ controllers: [ReleaseFiguresController] })
export class ReleasesModule {}
