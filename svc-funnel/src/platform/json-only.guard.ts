import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { ApiError } from '@course/contracts';
import { isWrite, requestOf, WEBHOOK_PATH } from './request.ts';

/** A body of another type than JSON is a 415 and not a missing body. The webhook is judged by its signature alone. */
export class JsonOnlyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = requestOf(context);
    if (!isWrite(request) || request.path === WEBHOOK_PATH) return true;
    if (request.is('application/json') === false) throw new ApiError('unsupported_type');
    return true;
  }
}
