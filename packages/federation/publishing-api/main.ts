import { origin, parseVariables, port, webAddress } from '@course/contracts/env';
import { pino } from 'pino';
import { z } from 'zod';
import { judgeUntil } from '../canary/judge.ts';
import { sentenceOf } from '../base/failure.ts';
import { previewKeys } from '../registry/preview-link.ts';
import { openStore, storeEnv } from '../store/open-store.ts';
import { createPublishingApi } from './server.ts';

const environment = storeEnv.extend({
  PORT: port,
  HOST: z.string().default('127.0.0.1'),
  /** Origin at which visitors reach the site, for preview links. */
  PUBLIC_URL: origin.optional(),
  PREVIEW_KEYS: previewKeys,
  /**
   * The services: the needs of releases are checked against them, and canaries are judged by svc-tracking's figures.
   */
  FUNNEL_URL: webAddress.optional(),
  TRACKING_URL: webAddress.optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

/** The process exits after this long, in ms, even if a connection still hangs. */
const STOP_MAX_MS = 4500;

const run = async (): Promise<void> => {
  const env = parseVariables(environment, process.env);
  const logger = pino({ level: env.LOG_LEVEL, base: { service: 'releases' } });
  const previews =
    env.PUBLIC_URL === undefined ? {} : { previews: { keys: env.PREVIEW_KEYS, siteUrl: env.PUBLIC_URL } };
  const store = openStore(env);
  const services = { 'svc-funnel': env.FUNNEL_URL, 'svc-tracking': env.TRACKING_URL };
  const app = await createPublishingApi({ store, logger, services, ...previews });
  const judging = new AbortController();
  const stop = (): void => {
    judging.abort();
    setTimeout(() => process.exit(1), STOP_MAX_MS).unref();
    void app.close().then(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  await app.listen({ port: env.PORT, host: env.HOST });
  const trackingUrl = env.TRACKING_URL;
  if (trackingUrl === undefined) logger.warn('TRACKING_URL is not set: canaries are not judged');
  else void judgeUntil(judging.signal, { store, trackingUrl, services, log: logger });
};

run().catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
});
