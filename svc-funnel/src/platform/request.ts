import { isNotCounted } from '@course/service-kit';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** The browser's session as its signed cookie tells it. */
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
/** Where List-Unsubscribe leads: the mails of a course, and those before a purchase. */
export const UNSUBSCRIBE_PATHS: readonly string[] = ['/api/unsubscribe', '/api/first-step/unsubscribe'];

/** A provider's call: its signature decides alone. */
export const isSigned = ({ path }: Request): boolean =>
  path === WEBHOOK_PATH || path.startsWith(`${MAIL_EVENTS_PATH}/`);

const ONE_CLICK = new RegExp(`^(${UNSUBSCRIBE_PATHS.join('|')})/[^/]+$`);

/** A mail provider's call for its user (RFC 8058): a form, from wherever that mailbox is read. The token in its path decides alone. */
export const isOneClick = (request: Request): boolean => request.method === 'POST' && ONE_CLICK.test(request.path);

/** The route as declared (`/api/sessions/:id`), never the address itself: ids do not belong in logs and metrics. */
export const routeOf = (request: Request): string => {
  const route: unknown = request.route;
  return typeof route === 'object' && route !== null && 'path' in route ? String(route.path) : 'unmatched';
};

export const requestOf = (context: ExecutionContext): FunnelRequest =>
  context.switchToHttp().getRequest<FunnelRequest>();

/** The visitor whom the cookie names; undefined without a valid cookie. */
export const CurrentVisitor = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).visitor,
);

/** Whether the browser carries the owner's mark: what it does is kept and left out of every measure. */
export const IsNotCounted = createParamDecorator((_: unknown, context: ExecutionContext) =>
  isNotCounted(requestOf(context).headers.cookie),
);
