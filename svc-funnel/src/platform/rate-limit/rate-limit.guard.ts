import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { requestOf } from '../request.ts';
import { callerOf, type LimitName } from './limits.ts';
import { RateLimiter } from './rate-limiter.ts';

/** Marks a controller or a method with the limit that its calls count towards. */
export const Limited = Reflector.createDecorator<LimitName>();

@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const name = this.reflector.getAllAndOverride(Limited, [context.getHandler(), context.getClass()]);
    if (!name) return true;
    const { ip, visitor } = requestOf(context);
    await this.limiter.consume(name, 'perAddress', callerOf(ip ?? 'unknown'));
    if (visitor) await this.limiter.consume(name, 'perSession', visitor.sessionId);
    return true;
  }
}
