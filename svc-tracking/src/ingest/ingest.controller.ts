import { enterPage, exitPage, pageViewId, type EnterPage, type ExitPage, type PageViewRef } from '@course/contracts';
import { Body, Controller, Param, Patch, Post } from '@nestjs/common';
import { ContractPipe } from '../platform/contract.pipe.ts';
import { IngestService } from './ingest.service.ts';

@Controller('api/page-views')
export class IngestController {
  constructor(private readonly ingest: IngestService) {}

  @Post()
  enter(@Body(new ContractPipe(enterPage)) body: EnterPage): Promise<PageViewRef> {
    return this.ingest.enter(body);
  }

  @Patch(':id')
  exit(
    @Param('id', new ContractPipe(pageViewId, 'invalid_path')) id: string,
    @Body(new ContractPipe(exitPage)) body: ExitPage,
  ): Promise<PageViewRef> {
    return this.ingest.exit(id, body);
  }
}
