import { isExcludedBrowser } from '@course/service-kit';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** The browser's session, according to its signed cookie. */
export interface Visitor {
  readonly sessionId: string;
  /** When the cookie was signed. */
  readonly boundAt: Date;
}

export interface FunnelRequest extends Request {
  visitor?: Visitor | undefined;
}

export const WEBHOOK_PATH = '/api/stripe/webhook';
export const MAIL_EVENTS_PATH = '/api/mail-events';
/** Targets of List-Unsubscribe: for the mails of a course, and for those before a purchase. */
export const UNSUBSCRIBE_PATHS: readonly string[] = ['/api/unsubscribe', '/api/first-step/unsubscribe'];

/** Returns true for a provider's webhook, which is accepted by its signature alone. */
export const isSigned = ({ path }: Request): boolean =>
  path === WEBHOOK_PATH || path.startsWith(`${MAIL_EVENTS_PATH}/`);

const ONE_CLICK = new RegExp(`^(${UNSUBSCRIBE_PATHS.join('|')})/[^/]+$`);

/**
 * Returns true for a mail provider's call for its user (RFC 8058): a form from any origin, accepted by the token in its
 * path.
 */
export const isOneClick = (request: Request): boolean => request.method === 'POST' && ONE_CLICK.test(request.path);

/** Returns the bytes that a provider signed; parsed JSON would not verify. Empty without a body. */
export const rawBodyOf = ({ body }: Request): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** The route as declared (`/api/sessions/:id`), never the address itself: ids do not belong in logs and metrics. */
export const routeOf = (request: Request): string => {
  const route: unknown = request.route;
  return typeof route === 'object' && route !== null && 'path' in route ? String(route.path) : 'unmatched';
};

export const requestOf = (context: ExecutionContext): FunnelRequest =>
  context.switchToHttp().getRequest<FunnelRequest>();

/** Injects the visitor of the cookie; undefined without a valid one. */
export const CurrentVisitor = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).visitor,
);

/** Injects true if the browser has the owner's mark: what it does is stored, but excluded from every measure. */
export const IsExcluded = createParamDecorator((_: unknown, context: ExecutionContext) =>
  isExcludedBrowser(requestOf(context).headers.cookie),
);
