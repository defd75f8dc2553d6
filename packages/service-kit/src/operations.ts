import { ApiError, type ServiceContract } from '@course/contracts';
import type { INestApplication } from '@nestjs/common';
import { storeAnswer } from './connections/within.ts';
import type { Metrics } from './metrics.ts';

type StoreName = 'redis' | 'postgres';
const STORE_NAMES: Readonly<Record<StoreName, string>> = { postgres: 'PostgreSQL', redis: 'Redis' };

interface Operations {
  /** The status that `/healthz` reports. Monitors rely on it, so each service keeps its own word. */
  readonly healthStatus: 'up' | 'ok';
  readonly metrics: Metrics;
  /** Each resolves if its store answers. */
  readonly stores: Readonly<Record<StoreName, () => Promise<unknown>>>;
  /** The stores without which the service is not ready; by default all. */
  readonly required?: readonly StoreName[];
  /** Called once, at the first request for it. */
  readonly openApi: () => object;
  /** What the service offers to remotes. */
  readonly contract: ServiceContract;
}

const isReachable = (answer: Promise<unknown>): Promise<boolean> =>
  storeAnswer(answer).then(
    () => true,
    () => false,
  );

interface Readiness {
  readonly status: number;
  readonly body: object;
  readonly retryAfterSeconds?: number | undefined;
}

const readiness = async ({ stores, required = ['postgres', 'redis'] }: Operations): Promise<Readiness> => {
  const [postgres, redis] = await Promise.all([isReachable(stores.postgres()), isReachable(stores.redis())]);
  const reachable = { postgres, redis };
  if (required.every((store) => reachable[store])) return { status: 200, body: { status: 'ok', ...reachable } };
  const unreachable = (['postgres', 'redis'] as const).filter((store) => !reachable[store]);
  const names = unreachable.map((store) => STORE_NAMES[store]);
  const error = new ApiError('store_unavailable', `${names.join(' and ')} not reachable.`);
  const { statusCode: status, retryAfterSeconds } = error;
  return { status, body: { ...error.toBody(), ...reachable }, retryAfterSeconds };
};

/**
 * Serves the routes for operators, which the edge does not forward. `/healthz`: the process is up. `/readyz`: the
 * stores that it requires answer. `/contract`: what remotes may need from it. Also `/metrics` and `/openapi.json`. They
 * are registered on the HTTP adapter, so Nest's guards and pipes do not apply.
 */
export const serveOperations = (app: INestApplication, operations: Operations): void => {
  const { healthStatus, metrics, openApi, contract } = operations;
  const http = app.getHttpAdapter();
  let document: object | undefined;
  http.get('/healthz', (_request: unknown, response: unknown) => http.reply(response, { status: healthStatus }, 200));
  http.get('/readyz', async (_request: unknown, response: unknown) => {
    const { status, body, retryAfterSeconds } = await readiness(operations);
    if (retryAfterSeconds !== undefined) http.setHeader(response, 'Retry-After', String(retryAfterSeconds));
    http.reply(response, body, status);
  });
  http.get('/metrics', async (_request: unknown, response: unknown) => {
    const text = await metrics.registry.metrics();
    http.setHeader(response, 'Content-Type', metrics.registry.contentType);
    http.reply(response, text, 200);
  });
  http.get('/contract', (_request: unknown, response: unknown) => http.reply(response, contract, 200));
  http.get('/openapi.json', (_request: unknown, response: unknown) =>
    http.reply(response, (document ??= openApi()), 200),
  );
};
