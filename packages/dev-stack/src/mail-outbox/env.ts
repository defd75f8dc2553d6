import { parseEnv } from '@course/ops/env';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535).default(0);

export const schema = z.object({
  PORT: port,
  SMTP_PORT: port,
  /** The folder of the mails, an `.eml` file each. */
  MAIL_DIR: z.string().min(1),
  /** The address that mails may load pictures from. */
  PICTURES_URL: z.url().optional(),
});

export type Env = z.output<typeof schema>;

/** Parses the program's environment. Throws a `Failure` that names everything that is wrong. */
export const readEnv = (source: NodeJS.ProcessEnv = process.env): Env => parseEnv(schema, source);
