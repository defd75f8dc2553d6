import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, BATCH_MAX_BYTES, CLIENT_ERROR_MAX_BYTES } from '@course/contracts';
import { addressIn, callerOf } from '@course/contracts/client-address';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { refuseConnection } from './connection-errors.ts';
import type { Env } from './env.ts';
import { answerHeaders, requestHeaders } from './forwarded-headers.ts';
import { isSourceMap } from './static-files.ts';
import { atMost, dropOldest } from './open-requests.ts';
import { upstream, type Upstream } from './upstream.ts';
import type { Visits } from './visit.ts';

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];
const KB = 1024;

/** Connections to the services by purpose, so that no purpose can use up another's. */
const POOLS = {
  webhook: { service: 'FUNNEL_URL', connections: 16, answerMs: 15_000, unfinishedMax: 64 },
  /** Their answers wait for the payment provider: two attempts of 8 s. */
  payments: { service: 'FUNNEL_URL', connections: 64, answerMs: 20_000, unfinishedMax: 1000 },
  funnel: { service: 'FUNNEL_URL', connections: 64, answerMs: 5000, unfinishedMax: 1000 },
  pageViews: { service: 'TRACKING_URL', connections: 64, answerMs: 5000, unfinishedMax: 500 },
  clientErrors: { service: 'TRACKING_URL', connections: 8, answerMs: 5000, unfinishedMax: 64 },
  insights: { service: 'TRACKING_URL', connections: 16, answerMs: 15_000, unfinishedMax: 64 },
} as const;

type PoolName = keyof typeof POOLS;

interface Route {
  readonly path: string;
  readonly pool: PoolName;
  readonly bodyMaxBytes: number;
}

/** Which service answers what. The most exact path wins. */
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

/** An office or a mobile carrier shares one address; its calls take some 20 ms each. */
const UNDER_WAY_PER_CALLER = 100;
const UNDER_WAY_PER_POOL = 1000;
const UNFINISHED_PER_CALLER = 32;
const TOO_MANY_RETRY_SECONDS = 1;
/** How long services may take to answer once the edge stops. */
const STOP_MS = 3000;

const BODYLESS = ['GET', 'HEAD'];

const hasBody = ({ method, headers }: FastifyRequest): boolean =>
  !BODYLESS.includes(method) &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** The client's address: the socket's, or what trusted proxies say. */
const addressOf = (request: FastifyRequest): string =>
  addressIn(request.ip) ?? addressIn(request.socket.remoteAddress ?? '') ?? 'unknown';

/** Makes the checks that keep one caller from holding what all need. */
function fairShare(isOn: boolean) {
  const unfinished = dropOldest(UNFINISHED_PER_CALLER);
  const unfinishedIn = Object.fromEntries(
    Object.entries(POOLS).map(([name, { unfinishedMax }]) => [name, dropOldest(unfinishedMax)]),
  );
  const underWay = atMost(UNDER_WAY_PER_CALLER);
  const underWayIn = atMost(UNDER_WAY_PER_POOL);
  return {
    /** Watches a body arrive. */
    receive(request: FastifyRequest, pool: PoolName): void {
      if (!isOn || !hasBody(request)) return;
      const drop = (): void => refuseConnection(request.socket, 'request_timeout');
      const forgets = [unfinished(`${pool} ${callerOf(addressOf(request))}`, drop), unfinishedIn[pool]?.(pool, drop)];
      const forget = (): void => forgets.forEach((one) => one?.());
      request.raw.once('end', forget).once('close', forget);
    },
    /** Counts a complete request until the returned function is called. Throws for one too many. */
    begin(request: FastifyRequest, pool: PoolName): () => void {
      if (!isOn) return () => undefined;
      const endOfCaller = underWay(`${pool} ${callerOf(addressOf(request))}`);
      if (!endOfCaller) throw new ApiError('rate_limited', undefined, { retryAfterSeconds: TOO_MANY_RETRY_SECONDS });
      const endInPool = underWayIn(pool);
      if (!endInPool) {
        endOfCaller();
        throw new ApiError('store_unavailable', undefined, { retryAfterSeconds: TOO_MANY_RETRY_SECONDS });
      }
      return () => {
        endOfCaller();
        endInPool();
      };
    },
  };
}

/**
 * Calls `end` once the answer has left, or its client has. Node emits nothing for a pipelined answer whose connection
 * ends before its turn, so the connection itself is watched for that one.
 */
const onceSent = (answer: ServerResponse, connection: Socket, end: () => void): void => {
  if (connection.destroyed) return end();
  if (answer.socket) return void answer.once('close', end);
  const over = (): void => {
    answer.off('close', over);
    connection.off('close', over);
    end();
  };
  answer.once('close', over);
  // As many as are pipelined: that is no leak to warn of.
  connection.setMaxListeners(0).once('close', over);
};

/** Takes calls whole, asks the service, and hands its whole answer on. */
export async function addProxies(app: FastifyInstance, env: Env, visits: Pick<Visits, 'renew'>): Promise<void> {
  const protocol = new URL(env.PUBLIC_URL).protocol.slice(0, -1);
  const publicHost = new URL(env.PUBLIC_URL).host;
  const share = fairShare(env.RATE_LIMITS);
  const upstreams = Object.fromEntries(
    Object.entries(POOLS).map(([name, { service, connections }]) => [name, upstream(env[service], connections)]),
  ) as Record<PoolName, Upstream>;

  const pass = (request: FastifyRequest, reply: FastifyReply, pool: PoolName): Promise<void> => {
    // Each screen reports its view, also those that the shell shows without asking for a page.
    if (pool === 'pageViews') visits.renew(request, reply);
    const end = share.begin(request, pool);
    const asked = upstreams[pool].ask(
      {
        method: request.method as Dispatcher.HttpMethod,
        path: request.url,
        headers: requestHeaders(request.headers, {
          address: addressOf(request),
          host: request.headers.host ?? publicHost,
          protocol,
        }),
        body: (request.body as Buffer | undefined) ?? null,
      },
      POOLS[pool].answerMs,
    );
    return asked
      .finally(() => onceSent(reply.raw, request.socket, end))
      .then(({ status, headers, body }) => {
        void reply.code(status).headers(answerHeaders(headers, request.method)).send(body);
      });
  };

  await app.register(async (api) => {
    api.removeAllContentTypeParsers();
    // The bytes as they are: the service judges them, and signatures are over them.
    api.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const { path, pool, bodyMaxBytes } of ROUTES) {
      const start = path.split('*')[0] ?? path;
      api.route({
        method: METHODS,
        url: path,
        bodyLimit: bodyMaxBytes,
        onRequest: (request, _reply, done) => {
          // The router decodes (`/%61pi`), services judge the address as it is written: both must mean the same.
          if (!request.url.startsWith(start) || isSourceMap((request.params as { '*'?: string })['*'] ?? ''))
            return done(new ApiError('route_unknown'));
          share.receive(request, pool);
          done();
        },
        handler: (request, reply) => pass(request, reply, pool),
      });
    }
  });
  const closeAll = () => Promise.all(Object.values(upstreams).map((one) => one.close()));
  // Whoever waits for a silent service has an answer before the connections end.
  app.addHook('preClose', async () => {
    setTimeout(() => void closeAll(), STOP_MS).unref();
  });
  app.addHook('onClose', closeAll);
}
