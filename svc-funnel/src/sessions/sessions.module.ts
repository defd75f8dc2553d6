import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { Binding } from './binding.ts';
import { RenewalInterceptor } from './renewal.interceptor.ts';
import { SessionsController } from './sessions.controller.ts';
import { SessionsRepository } from './sessions.repository.ts';
import { SessionsService } from './sessions.service.ts';

@Module({
  controllers: [SessionsController],
  providers: [Binding, SessionsRepository, SessionsService, { provide: APP_INTERCEPTOR, useClass: RenewalInterceptor }],
  exports: [Binding, SessionsRepository],
})
export class SessionsModule {}
