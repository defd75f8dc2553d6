import { ApiError } from '@course/contracts';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Env } from '../../platform/env.ts';
import { CLOCK, type Clock } from '../../platform/tokens.ts';
import { hasSession } from './cookies.ts';

/** The token that opens the insights, and whether their cookies are sent over HTTPS only. */
export interface AccessSettings {
  readonly token: string;
  readonly secure: boolean;
}

export const ACCESS = Symbol('insights access');

export const accessOf = ({ PUBLIC_URL }: Env, token: string): AccessSettings => ({
  token,
  secure: PUBLIC_URL.startsWith('https:'),
});

/** Admits browsers that presented the token within the last 12 hours. */
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
