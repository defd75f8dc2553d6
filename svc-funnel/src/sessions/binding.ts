import { createSecretKey, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import { DAY_MS, type Clock } from '../platform/clock.ts';
import type { Env } from '../platform/env.ts';
import type { FunnelRequest } from '../platform/request.ts';
import { CLOCK, ENV } from '../platform/tokens.ts';
import { bindVisitor, readVisitor, clearVisitorCookie } from './visitor-cookie.ts';

const RENEW_AFTER_MS = DAY_MS;

/** Binds browsers to sessions through the signed cookie. */
@Injectable()
export class Binding {
  readonly #keys: readonly KeyObject[];
  readonly #secure: boolean;

  constructor(
    @Inject(ENV) env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#keys = env.cookieKeys.map((key) => createSecretKey(key, 'utf8'));
    this.#secure = env.isSecure;
  }

  /** Middleware: reads the cookie into `request.visitor`. Every successful call counts as use of the session. */
  readonly identify = (request: FunnelRequest, response: Response, next: NextFunction): void => {
    request.visitor = readVisitor(request.headers.cookie, this.#keys, this.#options);
    this.#renew(request, response);
    next();
  };

  bind(response: Response, sessionId: string): void {
    response.setHeader('Set-Cookie', bindVisitor(sessionId, this.#keys, this.#options));
  }

  release(response: Response): void {
    response.setHeader('Set-Cookie', clearVisitorCookie(this.#options));
  }

  /**
   * Renews a cookie that is over a day old, once the call has succeeded. Younger ones stay: a response that arrives
   * after that of a new session must not restore the old session.
   */
  #renew({ visitor }: FunnelRequest, response: Response): void {
    if (!visitor || this.clock().getTime() - visitor.boundAt.getTime() <= RENEW_AFTER_MS) return;
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => Response;
    response.writeHead = ((...head: unknown[]) => {
      // A response that shared caches store must not contain a cookie.
      const isPublic = String(response.getHeader('Cache-Control')).startsWith('public');
      if (response.statusCode < 400 && !isPublic && !response.hasHeader('Set-Cookie'))
        this.bind(response, visitor.sessionId);
      return writeHead(...head);
    }) as Response['writeHead'];
  }

  get #options(): { now: Date; secure: boolean } {
    return { now: this.clock(), secure: this.#secure };
  }
}
