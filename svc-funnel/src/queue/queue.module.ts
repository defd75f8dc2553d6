import { Global, Module } from '@nestjs/common';
import { TaskRegistry } from './task-registry.ts';
import { WorkerService } from './worker.service.ts';

@Global()
@Module({ providers: [TaskRegistry, WorkerService], exports: [TaskRegistry] })
export class QueueModule {}
