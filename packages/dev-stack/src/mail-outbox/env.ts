import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535).default(0);

const schema = z.object({
  PORT: port,
  SMTP_PORT: port,
  /** Where the mails lie, one `.eml` each. */
  MAIL_DIR: z.string().min(1),
  /** Where mails may load pictures from. */
  PICTURES_URL: z.url().optional(),
});

export type Env = z.output<typeof schema>;

/** The names of all variables that are read. */
export const ENV_NAMES: readonly string[] = Object.keys(schema.shape);

/** The program's environment. Throws with the list of all that is wrong. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const result = schema.safeParse(source);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The mail outbox cannot start with this environment:\n${problems.join('\n')}`);
}
