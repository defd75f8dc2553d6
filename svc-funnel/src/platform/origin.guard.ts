import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ApiError } from '@course/contracts';
import type { Env } from './env.ts';
import { isOwnOrigin } from './own-origin.ts';
import { isOneClick, isWrite, requestOf, WEBHOOK_PATH } from './request.ts';
import { ENV } from './tokens.ts';

/** Writes from another site's page are refused. No Origin at all is no browser's cross-site request. */
@Injectable()
export class OriginGuard implements CanActivate {
  constructor(@Inject(ENV) private readonly env: Env) {}

  canActivate(context: ExecutionContext): boolean {
    const request = requestOf(context);
    const { origin } = request.headers;
    if (origin === undefined || !isWrite(request) || request.path === WEBHOOK_PATH || isOneClick(request)) return true;
    if (!isOwnOrigin(origin, this.env.publicUrl)) throw new ApiError('origin_foreign');
    return true;
  }
}
