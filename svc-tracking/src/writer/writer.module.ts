import { Module } from '@nestjs/common';
import { WriterMetrics } from './writer.metrics.ts';
import { WriterService } from './writer.service.ts';

@Module({ providers: [WriterMetrics, WriterService] })
export class WriterModule {}
