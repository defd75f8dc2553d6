import { parseArgs } from 'node:util';
import { z } from 'zod';
import { Failure } from '@course/ops/failure';
import { INGEST_DAYS } from './ingest.ts';

export const SEED_USAGE = `npm run seed -- [options]
  --visitors 10000      how many invented visitors come (1 to 5,000,000)
  --days 30             within how many days before now (1 to 400)
  --through copy        their page views go straight into the table (usual for more than 1,000 visitors)
  --through ingest      or through svc-tracking, as from browsers (usual for fewer; at most ${INGEST_DAYS} days)
  --seed 1              another number makes other visitors
  --remove              takes out everything that was ever seeded
  --yes                 without being asked
DATA_DIR names the stack's data folder (default .data); DATABASE_URL another database, as its owner.`;

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

const form = z.object({
  visitors: whole(1, 5_000_000),
  days: whole(1, 400),
  seed: whole(0, 2 ** 32 - 1),
  through: z.enum(['copy', 'ingest']).optional(),
  remove: z.boolean(),
  yes: z.boolean(),
  help: z.boolean(),
});

export type SeedOptions = z.infer<typeof form>;

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      visitors: { type: 'string', default: '10000' },
      days: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
      through: { type: 'string' },
      remove: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  }).values;

const given = (args: readonly string[]): ReturnType<typeof parse> => {
  try {
    return parse(args);
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : String(error)}\n${SEED_USAGE}`);
  }
};

/** Throws what is wrong, and the usage. */
export const readSeedOptions = (args: readonly string[]): SeedOptions => {
  const parsed = form.safeParse(given(args));
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`);
  throw new Failure(`${wrong.join('; ')}\n${SEED_USAGE}`);
};
