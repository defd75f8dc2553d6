import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { ApiError } from '@course/contracts';
import { isOneClick, isWrite, requestOf, WEBHOOK_PATH } from './request.ts';

const JSON_TYPE = 'application/json';
const ONE_CLICK_TYPES = [JSON_TYPE, 'application/x-www-form-urlencoded', 'multipart/form-data'];

/** A body of another type than JSON is a 415 and not a missing body. The webhook is judged by its signature alone. */
export class JsonOnlyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = requestOf(context);
    if (!isWrite(request) || request.path === WEBHOOK_PATH) return true;
    const isEmpty = isOneClick(request) && request.headers['content-type'] === undefined;
    if (!isEmpty && request.is(isOneClick(request) ? ONE_CLICK_TYPES : [JSON_TYPE]) === false)
      throw new ApiError('unsupported_type');
    return true;
  }
}
