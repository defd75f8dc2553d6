import { Module } from '@nestjs/common';
import { Binding } from './binding.ts';
import { SessionsController } from './sessions.controller.ts';
import { SessionsRepository } from './sessions.repository.ts';
import { SessionsService } from './sessions.service.ts';

@Module({
  controllers: [SessionsController],
  providers: [Binding, SessionsRepository, SessionsService],
  exports: [Binding, SessionsRepository],
})
export class SessionsModule {}
