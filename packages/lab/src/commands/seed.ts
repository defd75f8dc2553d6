import type pg from 'pg';
import { readStackEnv } from '@course/dev-stack/env';
import { storeAddress } from '@course/dev-stack/stack/stack-file';
import { commandLine } from '@course/federation/command-line';
import { Failure, Stopped } from '@course/ops/failure';
import { withClient } from '@course/ops/postgres/client';
import { throughCopy } from '../seed/postgres-copy.ts';
import { analyze, registerVariants, prepareMonths, refreshAggregates } from '../seed/database.ts';
import { withSeedOptions, type SeedOptions } from '../seed/options.ts';
import { progressLine } from '../seed/progress.ts';
import { removeSeeded, type Removed } from '../seed/remove.ts';
import { readSeedState, requireUnseeded } from '../seed/seed-state.ts';
import { visitors } from '../seed/visitors.ts';
import { writeVisitors, type Written } from '../seed/write.ts';
import { confirm, main, onStopRequest, say } from '@course/ops/cli';

const count = (value: number): string => value.toLocaleString('en-US');

/** Returns a database's host and name, without user and password. */
const databaseName = (databaseUrl: string): string => {
  const { host, pathname } = new URL(databaseUrl);
  return host + pathname;
};

const writtenText = ({ visitors: people, views, orders }: Written, total: number): string =>
  `${count(people)} of ${count(total)} visitors, ${count(views)} page views, ${count(orders)} orders`;

const removedText = ({ visitors: people, views }: Removed): string =>
  `Removed: ${count(views)} page views, ${count(people)} visitors`;

const planOf = ({ visitors: people, days, seed }: SeedOptions, database: string): readonly string[] => [
  `Writes ${count(people)} invented visitors of the last ${days} days to ${database} (seed ${seed}).`,
  'The insights page counts them until they are removed: npm run seed -- --remove',
];

const requireNotStopped = (signal: AbortSignal, text: string): void => {
  if (signal.aborted) throw new Failure(`Stopped. ${text}`);
};

const seed = async (client: pg.Client, options: SeedOptions, database: string): Promise<void> => {
  requireUnseeded(await readSeedState(client));
  await confirm(planOf(options, database), options.yes);
  const { signal } = onStopRequest();
  const line = progressLine();
  await prepareMonths(client, options.days);
  await registerVariants(client);
  const crowd = visitors({ ...options, until: Date.now() });
  const written = await writeVisitors({
    visitors: crowd,
    write: throughCopy(client),
    signal,
    onProgress: (progress) => line.show(writtenText(progress, options.visitors)),
  });
  line.end(writtenText(written, options.visitors));
  requireNotStopped(signal, 'What was written stays; npm run seed -- --remove removes it.');
  await analyze(client);
  await refreshAggregates(client, signal);
};

const remove = async (client: pg.Client, { yes }: SeedOptions, database: string): Promise<void> => {
  const { seededVisitors } = await readSeedState(client);
  await confirm(
    [
      `Removes ${count(seededVisitors)} seeded visitors and all of their page views, answers and orders from ${database}.`,
    ],
    yes,
  );
  const { signal } = onStopRequest();
  const line = progressLine();
  const removed = await removeSeeded(client, { signal, onProgress: (progress) => line.show(removedText(progress)) });
  line.end(removedText(removed));
  requireNotStopped(signal, 'Run it again to remove the rest.');
  await analyze(client);
  await refreshAggregates(client, signal);
};

const { program, run } = commandLine('npm run seed --', say);
withSeedOptions(program).action(async (options: SeedOptions) => {
  const databaseUrl = storeAddress('databaseUrl', readStackEnv());
  const database = databaseName(databaseUrl);
  const startedAt = performance.now();
  await withClient(databaseUrl, (client) => (options.remove ? remove : seed)(client, options, database)).catch(
    (error: unknown) => {
      throw error instanceof Error && error.name === 'AbortError' ? new Stopped('Stopped.') : error;
    },
  );
  say(`Done in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
});

main(() => run(process.argv.slice(2)));
