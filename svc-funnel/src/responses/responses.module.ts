import { Module } from '@nestjs/common';
import { ResponsesController } from './responses.controller.ts';
import { ResponsesRepository } from './responses.repository.ts';

@Module({ controllers: [ResponsesController], providers: [ResponsesRepository] })
export class ResponsesModule {}
