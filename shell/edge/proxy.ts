import { ApiError, BATCH_MAX_BYTES, CLIENT_ERROR_MAX_BYTES } from '@course/contracts';
import { addressIn } from '@course/contracts/client-address';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import type { Env } from './env.ts';
import { fairShare } from './fair-share.ts';
import { requestHeaders, responseHeaders } from './forwarded-headers.ts';
import { isSourceMap } from './static-files.ts';
import { upstream, type Upstream } from './upstream.ts';
import type { Visits } from './visit.ts';

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];
const KB = 1024;

/** Connection pools to the services by purpose, so that no purpose can exhaust another's. */
const POOLS = {
  webhook: { service: 'FUNNEL_URL', connections: 16, timeoutMs: 15_000, unfinishedMax: 64 },
  /** These wait for the payment provider: two attempts of 8 s. */
  payments: { service: 'FUNNEL_URL', connections: 64, timeoutMs: 20_000, unfinishedMax: 1000 },
  funnel: { service: 'FUNNEL_URL', connections: 64, timeoutMs: 5000, unfinishedMax: 1000 },
  pageViews: { service: 'TRACKING_URL', connections: 64, timeoutMs: 5000, unfinishedMax: 500 },
  clientErrors: { service: 'TRACKING_URL', connections: 8, timeoutMs: 5000, unfinishedMax: 64 },
  insights: { service: 'TRACKING_URL', connections: 16, timeoutMs: 15_000, unfinishedMax: 64 },
} as const;

type PoolName = keyof typeof POOLS;

interface Route {
  readonly path: string;
  readonly pool: PoolName;
  readonly bodyMaxBytes: number;
}

/** Which pool serves which path. The most specific path wins. */
const ROUTES: readonly Route[] = [
  { path: '/api/*', pool: 'funnel', bodyMaxBytes: 32 * KB },
  { path: '/api/stripe/webhook', pool: 'webhook', bodyMaxBytes: KB * KB },
  { path: '/api/mail-events/*', pool: 'webhook', bodyMaxBytes: KB * KB },
  { path: '/api/create-checkout-session', pool: 'payments', bodyMaxBytes: 32 * KB },
  { path: '/api/checkout-sessions/*', pool: 'payments', bodyMaxBytes: 32 * KB },
  { path: '/api/page-views', pool: 'pageViews', bodyMaxBytes: 32 * KB },
  { path: '/api/page-views/*', pool: 'pageViews', bodyMaxBytes: 32 * KB },
  { path: '/api/page-views/batch', pool: 'pageViews', bodyMaxBytes: BATCH_MAX_BYTES },
  { path: '/api/client-errors', pool: 'clientErrors', bodyMaxBytes: CLIENT_ERROR_MAX_BYTES },
  { path: '/api/insights', pool: 'insights', bodyMaxBytes: 32 * KB },
  { path: '/api/insights/*', pool: 'insights', bodyMaxBytes: 32 * KB },
  { path: '/insights', pool: 'insights', bodyMaxBytes: 32 * KB },
  { path: '/insights/*', pool: 'insights', bodyMaxBytes: 32 * KB },
];

/** How long services may take to respond once the edge is stopping. */
const STOP_MS = 3000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on requests that are proxied to a service. */
    clientAddress: string;
  }
}

/** Returns the client's address: the socket's, or the one that trusted proxies report. */
const addressOf = (request: FastifyRequest): string =>
  addressIn(request.ip) ?? addressIn(request.socket.remoteAddress ?? '') ?? 'unknown';

/** Receives each request completely, sends it to its service, and returns the complete response. */
export async function addProxies(app: FastifyInstance, env: Env, visits: Pick<Visits, 'renew'>): Promise<void> {
  const publicHost = new URL(env.PUBLIC_URL).host;
  const share = env.RATE_LIMITS ? fairShare(POOLS) : undefined;
  const upstreams = Object.fromEntries(
    Object.entries(POOLS).map(([name, { service, connections }]) => [name, upstream(env[service], connections)]),
  ) as Record<PoolName, Upstream>;

  const forward = (request: FastifyRequest, reply: FastifyReply, pool: PoolName): Promise<void> => {
    // Every screen reports its view, even one that the shell shows without requesting a page.
    if (pool === 'pageViews') visits.renew(request, reply);
    const onResponded = share?.begin(request, reply, pool);
    const responded = upstreams[pool].send(
      {
        method: request.method as Dispatcher.HttpMethod,
        path: request.url,
        headers: requestHeaders(request.headers, request.clientAddress, publicHost),
        body: (request.body as Buffer | undefined) ?? null,
      },
      POOLS[pool].timeoutMs,
    );
    return responded.then(
      ({ status, headers, body }) => {
        onResponded?.();
        void reply.code(status).headers(responseHeaders(headers, request.method)).send(body);
      },
      (error: unknown) => {
        onResponded?.();
        throw error;
      },
    );
  };

  await app.register(async (api) => {
    api.decorateRequest('clientAddress', '');
    api.removeAllContentTypeParsers();
    // The raw bytes: the service validates them, and signatures are computed over them.
    api.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const { path, pool, bodyMaxBytes } of ROUTES) {
      const start = path.split('*')[0] ?? path;
      api.route({
        method: METHODS,
        url: path,
        bodyLimit: bodyMaxBytes,
        onRequest: (request, _reply, done) => {
          // The router decodes (`/%61pi`), while services see the address as it was sent: both must agree.
          if (!request.url.startsWith(start) || isSourceMap((request.params as { '*'?: string })['*'] ?? ''))
            return done(new ApiError('route_unknown'));
          request.clientAddress = addressOf(request);
          share?.receive(request, pool);
          done();
        },
        handler: (request, reply) => forward(request, reply, pool),
      });
    }
  });
  const closeAll = () => Promise.all(Object.values(upstreams).map((service) => service.close()));
  // Calls to a service that does not respond fail before their clients' connections are closed.
  app.addHook('preClose', async () => {
    setTimeout(() => void closeAll(), STOP_MS).unref();
  });
  app.addHook('onClose', closeAll);
}
