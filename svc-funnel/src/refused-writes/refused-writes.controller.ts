import { Metrics } from '@course/service-kit';
import { Body, Controller, HttpCode, HttpStatus, Inject, Module, Post } from '@nestjs/common';
import { ERRORS, notedWrite, refusedWrite } from '@course/contracts';
import type { RefusedWrite } from '@course/contracts';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { Limited } from '../platform/gate.guard.ts';
import { LOGGER } from '../platform/tokens.ts';

/**
 * Receives reports of writes that browsers dropped because a service refused them permanently: which call and why,
 * never the value or the visitor.
 */
@Controller('api/refused-writes')
@Limited('refusedWrites')
export class RefusedWritesController {
  readonly #counter: Counter<'status' | 'code'>;

  constructor(
    metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#counter = new Counter({
      name: 'funnel_refused_writes_total',
      help: 'Answers, addresses, names and page views that browsers dropped because a service refused them permanently.',
      labelNames: ['status', 'code'],
      registers: [metrics.registry],
    });
  }

  @Post()
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: notedWrite })
  note(@Body({ schema: refusedWrite }) refused: RefusedWrite): { noted: true } {
    // A browser may send anything; only existing codes become a label.
    const code = refused.code !== undefined && Object.hasOwn(ERRORS, refused.code) ? refused.code : 'other';
    this.#counter.inc({ status: refused.status, code });
    this.logger.warn({ refused }, 'a browser dropped a write that was refused permanently');
    return { noted: true };
  }
}

@Module({ controllers: [RefusedWritesController] })
export class RefusedWritesModule {}
