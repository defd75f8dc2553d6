import { Body, Controller, HttpCode, HttpStatus, Module, Post } from '@nestjs/common';
import { ApiError, savedResponse, saveResponse } from '@course/contracts';
import type { SaveResponse } from '@course/contracts';
import { ApiOkResponse } from '@nestjs/swagger';
import { Limited } from '../platform/gate.guard.ts';
import { CurrentVisitor, type Visitor } from '../platform/request.ts';
import { requireWriteAccess } from '../sessions/ownership.ts';
import { checkAnswer } from './answer-rules.ts';
import { ResponsesRepository } from './responses.repository.ts';

@Controller('api/responses')
@Limited('responses')
export class ResponsesController {
  constructor(private readonly responses: ResponsesRepository) {}

  @Post()
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ standardSchema: savedResponse })
  async save(@Body({ schema: saveResponse }) body: SaveResponse, @CurrentVisitor() visitor: Visitor | undefined) {
    requireWriteAccess(visitor, body.sessionId);
    checkAnswer(body.answerValue);
    const outcome = await this.responses.save(body);
    if (outcome !== 'saved') throw new ApiError(outcome);
    return { sessionId: body.sessionId, questionNumber: body.questionNumber };
  }
}

@Module({ controllers: [ResponsesController], providers: [ResponsesRepository] })
export class ResponsesModule {}
