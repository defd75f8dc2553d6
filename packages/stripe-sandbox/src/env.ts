import { parseVariables, port, webAddress, type Variables } from '@course/contracts/env';
import { z } from 'zod';

const secret = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}[A-Za-z0-9_-]{16,}$`), `must look like ${prefix}...`);

export const schema = z.object({
  PORT: port.default(0),
  /** Loopback by default; in a container it has to listen on all of the container's addresses. */
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().min(1).optional(),
  WEBHOOK_URL: webAddress.optional(),
  SITE_ORIGIN: webAddress.optional(),
  SECRET_KEY: secret('sk_test_').optional(),
  PUBLISHABLE_KEY: secret('pk_test_').optional(),
  WEBHOOK_SECRET: secret('whsec_').optional(),
});

export type Env = z.output<typeof schema>;

/** Returns the program's environment. Throws `EnvError`. */
export const readEnv = (source: Variables = process.env): Env => parseVariables(schema, source);
