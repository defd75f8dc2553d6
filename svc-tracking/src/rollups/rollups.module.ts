import { Module } from '@nestjs/common';
import { RollupsService } from './rollups.service.ts';

@Module({ providers: [RollupsService] })
export class RollupsModule {}
