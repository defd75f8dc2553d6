import { InvalidArgumentError } from 'commander';
import { commandLine } from '@course/ops/cli/command-line';

export const SEED_USAGE = `npm run seed -- [options]
  --visitors 10000      how many invented visitors come (1 to 5,000,000)
  --days 30             within how many days before now (1 to 400)
  --seed 1              another number makes other visitors
  --remove              takes out everything that was ever seeded
  --yes                 without being asked
DATA_DIR names the stack's data folder (default .data); DATABASE_URL another database, as its owner.`;

export interface SeedOptions {
  readonly visitors: number;
  readonly days: number;
  readonly seed: number;
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

/** Throws what is wrong, and the usage. */
export const readSeedOptions = (args: readonly string[]): SeedOptions =>
  commandLine(SEED_USAGE)
    .option('--visitors <number>', '', whole(1, 5_000_000), 10_000)
    .option('--days <number>', '', whole(1, 400), 30)
    .option('--seed <number>', '', whole(0, 2 ** 32 - 1), 1)
    .option('--remove', '', false)
    .option('--yes', '', false)
    .option('-h, --help', '', false)
    .parse(args, { from: 'user' })
    .opts<SeedOptions>();
