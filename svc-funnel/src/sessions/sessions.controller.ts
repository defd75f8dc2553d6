import { Body, Controller, Delete, Get, HttpStatus, Param, Patch, Post, Res } from '@nestjs/common';
import { createSession, patchSession, sessionId, sessionState } from '@course/contracts';
import type { CreateSession, PatchSession, SessionState } from '@course/contracts';
import { ApiCreatedResponse, ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { Limited } from '../platform/gate.guard.ts';
import { CurrentVisitor, IsExcluded, type Visitor } from '../platform/request.ts';
import { Binding } from './binding.ts';
import { SessionsService } from './sessions.service.ts';

@Controller('api/sessions')
@Limited('sessions')
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly binding: Binding,
  ) {}

  @Post()
  @ApiCreatedResponse({ standardSchema: sessionState })
  @ApiOkResponse({ standardSchema: sessionState })
  async create(
    @Body({ schema: createSession }) body: CreateSession,
    @CurrentVisitor() visitor: Visitor | undefined,
    @IsExcluded() excluded: boolean,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionState> {
    const outcome = await this.sessions.create(visitor, { ...body, excluded });
    response.status(outcome === 'created' ? HttpStatus.CREATED : HttpStatus.OK);
    this.binding.bind(response, body.id);
    return { id: body.id };
  }

  @Get(':id')
  @ApiOkResponse({ standardSchema: sessionState })
  async check(
    @Param('id', { schema: sessionId }) id: string,
    @CurrentVisitor() visitor: Visitor | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionState> {
    await this.sessions.check(visitor, id);
    this.binding.bind(response, id);
    return { id };
  }

  @Patch(':id')
  @ApiOkResponse({ standardSchema: sessionState })
  async change(
    @Param('id', { schema: sessionId }) id: string,
    @Body({ schema: patchSession }) body: PatchSession,
    @CurrentVisitor() visitor: Visitor | undefined,
  ): Promise<SessionState> {
    await this.sessions.change(visitor, id, body);
    return { id };
  }

  /** For starting over on a shared device: releases the browser's session. What is stored stays. */
  @Delete(':id')
  @ApiOkResponse({ standardSchema: sessionState })
  async leave(
    @Param('id', { schema: sessionId }) id: string,
    @CurrentVisitor() visitor: Visitor | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionState> {
    await this.sessions.release(visitor, id);
    this.binding.release(response);
    return { id };
  }
}
