import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import type { Clock } from '../platform/clock.ts';
import type { Env } from '../platform/env.ts';
import type { FunnelRequest } from '../platform/request.ts';
import { CLOCK, ENV } from '../platform/tokens.ts';
import { bindVisitor, readVisitor, releaseVisitor } from './visitor-cookie.ts';

const RENEW_AFTER_MS = 86_400_000;

/** Ties browsers to sessions through the signed cookie. */
@Injectable()
export class Binding {
  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Middleware: reads the cookie into `request.visitor`. */
  readonly identify = (request: FunnelRequest, _response: Response, next: NextFunction): void => {
    request.visitor = readVisitor(request.headers.cookie, this.env.cookieKeys, this.#options);
    next();
  };

  bind(response: Response, sessionId: string): void {
    response.setHeader('Set-Cookie', bindVisitor(sessionId, this.env.cookieKeys, this.#options));
  }

  release(response: Response): void {
    response.setHeader('Set-Cookie', releaseVisitor(this.#options));
  }

  /**
   * Renews a cookie that is over a day old. Younger ones stay: an answer that is overtaken by a new
   * session's must not bring the old session back.
   */
  renew(request: FunnelRequest, response: Response): void {
    const { visitor } = request;
    if (!visitor || response.hasHeader('Set-Cookie')) return;
    if (this.clock().getTime() - visitor.boundAt.getTime() > RENEW_AFTER_MS) this.bind(response, visitor.sessionId);
  }

  get #options(): { now: Date; secure: boolean } {
    return { now: this.clock(), secure: this.env.publicUrl.startsWith('https:') };
  }
}
