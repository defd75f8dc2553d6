import { ApiError } from '@course/contracts';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CLOCK, type Clock } from '../../platform/tokens.ts';
import { hasSession } from './session-cookie.ts';
import { ACCESS, type AccessSettings } from './settings.ts';

/** Lets in browsers that showed the token within the last 12 hours. */
@Injectable()
export class InsightsGuard implements CanActivate {
  constructor(
    @Inject(ACCESS) private readonly access: AccessSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): true {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!hasSession(headers.cookie, this.access.token, this.clock())) throw new ApiError('insights_closed');
    return true;
  }
}
