import { Module } from '@nestjs/common';
import { LinksController } from './links.controller.ts';
import { LinksService } from './links.service.ts';

@Module({ controllers: [LinksController], providers: [LinksService] })
export class LinksModule {}
