import { namesCheckout, type pageCache, type Page } from '@course/federation/edge';
import { ApiError } from '@course/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isApiPath, pageAddress, withoutTrailingSlashes } from './addresses.ts';
import { codingOf } from './content-coding.ts';
import type { Env } from './env.ts';
import { PERMISSIONS_POLICY, policyOf } from './security.ts';
import type { Visits } from './visit.ts';

interface PageOptions {
  readonly env: Env;
  readonly visits: Visits;
  readonly pageOf: ReturnType<typeof pageCache>;
  /** The inline script of every page. */
  readonly script: string;
}

/** Serves a page at every address that no other route serves. */
export function addPages(app: FastifyInstance, { env, visits, pageOf, script }: PageOptions): void {
  app.get('/*', async (request, reply) => {
    const address = pageAddress(request.url);
    if (!address) throw new ApiError('invalid_path', 'This is not the address of a page. Correct it and try again.');
    const { pathname, search } = address;
    if (isApiPath(pathname)) throw new ApiError('route_unknown');
    const canonical = withoutTrailingSlashes(pathname);
    if (canonical !== pathname) return reply.redirect(canonical + search, 308);
    const chosen = await visits.forPage(request, reply);
    const page = await pageOf(pathname, chosen, today(), namesCheckout(search));
    if (chosen.preview !== undefined) void reply.header('x-robots-tag', 'noindex');
    await reply.helmet({
      contentSecurityPolicy: { useDefaults: false, directives: policyOf(env, [script], page.styleHashes) },
      ...(page.isPrivate && PRIVATE),
    });
    return sendPage(request, reply, page);
  });
}

/** Pages opened by a secret link send no Referer and share no browsing context with their opener. */
const PRIVATE = {
  referrerPolicy: { policy: 'no-referrer' },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
} as const;

/** Returns today's date in UTC, such as `2026-11-21`. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** After how many seconds a page that cannot be shown now is worth another request. */
const RETRY_SECONDS = 5;

/**
 * `private, no-cache` unless the page is secret or cannot be shown now: `no-store` would cost visitors the back/forward
 * cache.
 */
async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page) {
  const coding = codingOf(request.headers['accept-encoding']);
  reply.headers({
    'cache-control': page.isPrivate || page.status === 503 ? 'no-store' : 'private, no-cache',
    vary: 'accept-encoding, cookie',
    etag: page.etag,
    'permissions-policy': PERMISSIONS_POLICY,
    'content-type': 'text/html; charset=utf-8',
    ...(page.status === 503 && { 'retry-after': RETRY_SECONDS }),
  });
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  if (coding) reply.header('content-encoding', coding);
  return reply.code(page.status).send(page.body[coding ?? 'identity']);
}
