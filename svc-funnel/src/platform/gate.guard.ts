import { ApiError } from '@course/contracts';
import { callerOf, isOwnOrigin, isWrite } from '@course/service-kit';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Env } from './env.ts';
import { RateLimiter, type LimitName } from './limits.ts';
import { isOneClick, isSigned, requestOf, type FunnelRequest } from './request.ts';
import { ENV } from './tokens.ts';

/** Marks a controller or a method with the limit that its calls count towards. */
export const Limited = Reflector.createDecorator<LimitName>();

const JSON_TYPE = 'application/json';
const ONE_CLICK_TYPES = [JSON_TYPE, 'application/x-www-form-urlencoded', 'multipart/form-data'];

/** Makes a body of another type than JSON a 415, instead of a missing body. */
const requireJson = (request: FunnelRequest): void => {
  const type = request.headers['content-type'];
  if (type === JSON_TYPE || (isOneClick(request) && type === undefined)) return;
  if (request.is(isOneClick(request) ? ONE_CLICK_TYPES : [JSON_TYPE]) === false) throw new ApiError('unsupported_type');
};

/**
 * Checks every call before its handler runs: the origin of a write, the caller's rate limit, and the type of the body.
 * Webhooks are exempt from the first and last check: their signatures count.
 */
@Injectable()
export class Gate implements CanActivate {
  readonly #limits = new WeakMap<object, LimitName | undefined>();

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const isChecked = isWrite(request.method) && !isSigned(request);
    if (isChecked && !isOneClick(request) && !isOwnOrigin(request.headers.origin, this.env.publicUrl))
      throw new ApiError('origin_foreign');
    const name = this.#limitOf(context);
    if (name && this.limiter.isOn) await this.#count(name, request);
    if (isChecked) requireJson(request);
    return true;
  }

  async #count(name: LimitName, { ip, visitor }: FunnelRequest): Promise<void> {
    // In parallel, so that both go to Redis in one write.
    await Promise.all([
      this.limiter.consume(`${name}:perAddress`, callerOf(ip ?? 'unknown')),
      visitor && this.limiter.consume(`${name}:perSession`, visitor.sessionId),
    ]);
  }

  #limitOf(context: ExecutionContext): LimitName | undefined {
    const handler = context.getHandler();
    if (!this.#limits.has(handler))
      this.#limits.set(handler, this.reflector.getAllAndOverride(Limited, [handler, context.getClass()]));
    return this.#limits.get(handler);
  }
}
