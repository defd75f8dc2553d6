import { pino } from 'pino';
import { z } from 'zod';
import { sentenceOf } from '../registry/failure.ts';
import { previewKeys } from '../registry/preview-link.ts';
import { openStore, storeEnv } from '../store/open-store.ts';
import { createDoor } from './server.ts';

const environment = storeEnv.extend({
  PORT: z.coerce.number().int().min(0).max(65_535),
  HOST: z.string().default('127.0.0.1'),
  /** Origin under which visitors reach the site, for the links of previews. */
  PUBLIC_URL: z.preprocess((value) => (value === '' ? undefined : value), z.url({ protocol: /^https?$/ }).optional()),
  PREVIEW_KEYS: previewKeys,
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

/** Whatever hangs by then is given up, in ms. */
const STOP_MAX_MS = 4500;

const run = async (): Promise<void> => {
  const parsed = environment.safeParse(process.env);
  if (!parsed.success)
    throw new Error(`The door cannot start with this environment:\n${z.prettifyError(parsed.error)}`);
  const env = parsed.data;
  const logger = pino({ level: env.LOG_LEVEL, base: { service: 'releases' } });
  const previews =
    env.PUBLIC_URL === undefined ? {} : { previews: { keys: env.PREVIEW_KEYS, siteUrl: env.PUBLIC_URL } };
  const app = await createDoor({ store: openStore(env), logger, ...previews });
  const stop = (): void => {
    setTimeout(() => process.exit(1), STOP_MAX_MS).unref();
    void app.close().then(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  await app.listen({ port: env.PORT, host: env.HOST });
};

run().catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
});
