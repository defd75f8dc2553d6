import { Module } from '@nestjs/common';
import { Arrivals } from './arrivals.ts';
import { WriterMetrics } from './writer.metrics.ts';
import { WriterService } from './writer.service.ts';

@Module({ providers: [Arrivals, WriterMetrics, WriterService], exports: [Arrivals] })
export class WriterModule {}
