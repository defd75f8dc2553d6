import proxy from '@fastify/http-proxy';
import { ApiError } from '@course/contracts';
import type { FastifyInstance } from 'fastify';
import type { Env } from './env.ts';

const RETRY_AFTER_SECONDS = 2;
/** What svc-tracking answers: page views, and the owner's insights with the page and the API behind it. */
const TRACKING_PREFIXES = ['/api/page-views', '/api/insights', '/insights'] as const;
const unavailable = new ApiError('store_unavailable', 'This service is restarting. Nothing was lost; try again in a moment.');

/** `/api` goes to the services as it is: page views and insights to tracking, everything else to the funnel. */
export async function addProxies(app: FastifyInstance, env: Env): Promise<void> {
  for (const [prefix, upstream] of [...TRACKING_PREFIXES.map((prefix) => [prefix, env.TRACKING_URL] as const), ['/api', env.FUNNEL_URL] as const]) {
    await app.register(proxy, {
      prefix,
      rewritePrefix: prefix,
      upstream,
      // At info it logs every path, and paths hold session ids.
      logLevel: env.LOG_LEVEL === 'silent' ? 'silent' : 'warn',
      replyOptions: {
        // The services trust the address from the edge alone, so what a client claims is dropped.
        rewriteRequestHeaders: (request, headers) => ({
          ...headers,
          'x-forwarded-for': request.ip,
          'x-forwarded-proto': request.protocol,
          'x-forwarded-host': request.host,
          host: request.host,
        }),
        onError: (reply) => {
          void reply.code(unavailable.statusCode).header('retry-after', RETRY_AFTER_SECONDS).send(unavailable.toBody());
        },
      },
    });
  }
}
