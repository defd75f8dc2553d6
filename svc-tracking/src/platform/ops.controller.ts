import { Controller, Get, Header, HttpStatus, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Health, type StoresHealth } from './health.ts';
import { Metrics } from './metrics.ts';
import { openApi } from './openapi.ts';

/** For those who run the service; the edge passes none of it on. */
@Controller()
export class OpsController {
  constructor(
    private readonly health: Health,
    private readonly metrics: Metrics,
  ) {}

  @Get('healthz')
  alive(): { status: 'up' } {
    return { status: 'up' };
  }

  /** 503 while a store is away. Page views are taken all the same as long as Redis answers. */
  @Get('readyz')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<StoresHealth> {
    const stores = await this.health.stores();
    const isReady = stores.redis && stores.postgres;
    void reply.status(isReady ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE);
    return stores;
  }

  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  prometheus(): Promise<string> {
    return this.metrics.registry.metrics();
  }

  @Get('openapi.json')
  api(): ReturnType<typeof openApi> {
    return openApi();
  }
}
