import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { tap, type Observable } from 'rxjs';
import { requestOf } from '../platform/request.ts';
import { Binding } from './binding.ts';

/** Every successful call counts as use of the session. */
@Injectable()
export class RenewalInterceptor implements NestInterceptor {
  constructor(private readonly binding: Binding) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(tap(() => this.binding.renew(requestOf(context), response)));
  }
}
