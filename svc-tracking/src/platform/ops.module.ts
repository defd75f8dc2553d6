import { Global, Module } from '@nestjs/common';
import { Health } from './health.ts';
import { Metrics } from './metrics.ts';
import { OpsController } from './ops.controller.ts';
import { RateLimits } from './rate-limits.ts';

@Global()
@Module({ controllers: [OpsController], providers: [Health, Metrics, RateLimits], exports: [Metrics, RateLimits] })
export class OpsModule {}
