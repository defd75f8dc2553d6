import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
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

export interface SeedOptions {
  readonly visitors: number;
  readonly days: number;
  readonly seed: number;
  readonly through?: 'copy' | 'ingest' | undefined;
  readonly remove: boolean;
  readonly yes: boolean;
  readonly help: boolean;
}

const whole =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };

const program = (): Command =>
  new Command('npm run seed --')
    .helpOption(false)
    .configureOutput({ writeErr: () => undefined })
    .exitOverride()
    .allowExcessArguments(false)
    .option('--visitors <number>', '', whole(1, 5_000_000), 10_000)
    .option('--days <number>', '', whole(1, 400), 30)
    .option('--seed <number>', '', whole(0, 2 ** 32 - 1), 1)
    .addOption(new Option('--through <way>').choices(['copy', 'ingest']))
    .option('--remove', '', false)
    .option('--yes', '', false)
    .option('-h, --help', '', false);

/** Throws what is wrong, and the usage. */
export const readSeedOptions = (args: readonly string[]): SeedOptions => {
  try {
    return program().parse(args, { from: 'user' }).opts<SeedOptions>();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw new Failure(`${error.message.replace(/^error: /, '')}\n${SEED_USAGE}`, { cause: error });
  }
};
