import { parseVariables, port, webAddress, type Variables } from '@course/contracts/env';
import { z } from 'zod';

export const schema = z.object({
  PORT: port.default(0),
  SMTP_PORT: port.default(0),
  /** The folder of the mails, an `.eml` file each. */
  MAIL_DIR: z.string().min(1),
  /** The address that mails may load pictures from. */
  PICTURES_URL: webAddress.optional(),
});

export type Env = z.output<typeof schema>;

/** Returns the program's environment. Throws `EnvError`. */
export const readEnv = (source: Variables = process.env): Env => parseVariables(schema, source);
