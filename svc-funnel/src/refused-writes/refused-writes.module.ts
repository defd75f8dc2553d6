import { Module } from '@nestjs/common';
import { RefusedWritesController } from './refused-writes.controller.ts';

@Module({ controllers: [RefusedWritesController] })
export class RefusedWritesModule {}
