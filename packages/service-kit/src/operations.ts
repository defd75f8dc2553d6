import { ApiError, type ServiceContract } from '@course/contracts';
import type { INestApplication } from '@nestjs/common';
import { within } from './connections/within.ts';
import type { Metrics } from './metrics.ts';

const RETRY_AFTER_SECONDS = 5;
const ANSWER_MAX_MS = 1500;

type StoreName = 'redis' | 'postgres';
const STORE_NAMES: Readonly<Record<StoreName, string>> = { postgres: 'PostgreSQL', redis: 'Redis' };

interface Operations {
  /** What `/healthz` says of a process that is up. */
  readonly up: 'up' | 'ok';
  readonly metrics: Metrics;
  /** Each asks its store something. */
  readonly stores: Readonly<Record<StoreName, () => Promise<unknown>>>;
  /** Called once, by the first request for it. */
  readonly openApi: () => object;
  /** What it offers to remotes. */
  readonly contract: ServiceContract;
}

const isThere = (asked: Promise<unknown>): Promise<boolean> =>
  within(ANSWER_MAX_MS, asked).then(
    () => true,
    () => false,
  );

const readiness = async (stores: Operations['stores']): Promise<{ status: number; body: object }> => {
  const [postgres, redis] = await Promise.all([isThere(stores.postgres()), isThere(stores.redis())]);
  const there = { postgres, redis };
  if (postgres && redis) return { status: 200, body: { status: 'ok', ...there } };
  const away = (['postgres', 'redis'] as const).filter((store) => !there[store]).map((store) => STORE_NAMES[store]);
  const error = new ApiError('store_unavailable', `${away.join(' and ')} not reachable.`);
  return { status: error.statusCode, body: { ...error.toBody(), ...there } };
};

/**
 * Serves what those who run a service ask of it; the edge passes none of it on. `/healthz`: the process is up. `/readyz`:
 * its stores answer. `/contract`: what remotes may need of it. `/metrics`, `/openapi.json`. Routes of the server itself: no guard or pipe of Nest's concerns them.
 */
export const serveOperations = (
  app: INestApplication,
  { up, metrics, stores, openApi, contract }: Operations,
): void => {
  const http = app.getHttpAdapter();
  const alive = { status: up };
  let document: object | undefined;
  http.get('/healthz', (_request: unknown, response: unknown) => http.reply(response, alive, 200));
  http.get('/readyz', async (_request: unknown, response: unknown) => {
    const { status, body } = await readiness(stores);
    if (status !== 200) http.setHeader(response, 'Retry-After', String(RETRY_AFTER_SECONDS));
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
