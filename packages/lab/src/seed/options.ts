import { wholeNumber } from '@course/federation/command-line';
import type { Command } from 'commander';

export interface SeedOptions {
  readonly visitors: number;
  readonly days: number;
  readonly seed: number;
  readonly remove: boolean;
  readonly yes: boolean;
}

export const withSeedOptions = (program: Command): Command =>
  program
    .option('--visitors <number>', 'how many invented visitors to write', wholeNumber(1, 5_000_000), 10_000)
    .option('--days <number>', 'the number of days before now within which they arrive', wholeNumber(1, 400), 30)
    .option(
      '--seed <number>',
      'seed of the random numbers: the same one writes the same visitors',
      wholeNumber(0, 2 ** 32 - 1),
      1,
    )
    .option('--remove', 'removes everything that was ever seeded', false)
    .option('--yes', 'without confirmation', false)
    .addHelpText(
      'after',
      "\nDATA_DIR names the stack's data folder (default .data); DATABASE_URL another database, as its owner.",
    );
