import type pg from 'pg';
import { readStackEnv } from '@course/dev-stack/env';
import { storeAddress } from '@course/dev-stack/stack/stack-file';
import { commandLine } from '@course/federation/command-line';
import { Failure, Stopped } from '@course/ops/failure';
import { withClient } from '@course/ops/postgres/client';
import { throughCopy } from '../seed/copy.ts';
import { analyze, knowVariants, prepareMonths, refreshAggregates } from '../seed/database.ts';
import { withSeedOptions, type SeedOptions } from '../seed/options.ts';
import { progressLine } from '../seed/progress.ts';
import { removeSeeded, type Removed } from '../seed/remove.ts';
import { readStock, requireRoom } from '../seed/stock.ts';
import { visitors } from '../seed/visitors.ts';
import { writeVisitors, type Written } from '../seed/write.ts';
import { confirm, main, onStopRequest, say } from '@course/ops/cli';

const count = (value: number): string => value.toLocaleString('en-US');

/** Without user and password. */
const placeName = (databaseUrl: string): string => {
  const { host, pathname } = new URL(databaseUrl);
  return host + pathname;
};

const writtenText = ({ visitors: people, views, orders }: Written, total: number): string =>
  `${count(people)} of ${count(total)} visitors, ${count(views)} page views, ${count(orders)} orders`;

const removedText = ({ visitors: people, views }: Removed): string =>
  `Removed: ${count(views)} page views, ${count(people)} visitors`;

const planOf = ({ visitors: people, days, seed }: SeedOptions, place: string): readonly string[] => [
  `Writes ${count(people)} invented visitors of the last ${days} days into ${place} (seed ${seed}).`,
  'They count on the insights page until they are removed: npm run seed -- --remove',
];

const requireGoingOn = (signal: AbortSignal, text: string): void => {
  if (signal.aborted) throw new Failure(`Stopped. ${text}`);
};

const seed = async (client: pg.Client, options: SeedOptions, place: string): Promise<void> => {
  requireRoom(await readStock(client));
  await confirm(planOf(options, place), options.yes);
  const { signal } = onStopRequest();
  const line = progressLine();
  await prepareMonths(client, options.days);
  await knowVariants(client);
  const crowd = visitors({ ...options, until: Date.now() });
  const written = await writeVisitors({
    visitors: crowd,
    write: throughCopy(client),
    signal,
    onProgress: (so) => line.show(writtenText(so, options.visitors)),
  });
  line.end(writtenText(written, options.visitors));
  requireGoingOn(signal, 'What is written stays; npm run seed -- --remove takes it out.');
  await analyze(client);
  await refreshAggregates(client, signal);
};

const remove = async (client: pg.Client, { yes }: SeedOptions, place: string): Promise<void> => {
  const { seededVisitors } = await readStock(client);
  await confirm(
    [`Removes ${count(seededVisitors)} seeded visitors and all of their page views, answers and orders from ${place}.`],
    yes,
  );
  const { signal } = onStopRequest();
  const line = progressLine();
  const removed = await removeSeeded(client, { signal, onProgress: (so) => line.show(removedText(so)) });
  line.end(removedText(removed));
  requireGoingOn(signal, 'Run it again to remove the rest.');
  await analyze(client);
  await refreshAggregates(client, signal);
};

const { program, run } = commandLine('npm run seed --', say);
withSeedOptions(program).action(async (options: SeedOptions) => {
  const databaseUrl = storeAddress('databaseUrl', readStackEnv());
  const place = placeName(databaseUrl);
  const began = performance.now();
  await withClient(databaseUrl, (client) => (options.remove ? remove : seed)(client, options, place)).catch(
    (error: unknown) => {
      throw error instanceof Error && error.name === 'AbortError' ? new Stopped('Stopped.') : error;
    },
  );
  say(`Done in ${((performance.now() - began) / 1000).toFixed(0)} s`);
});

main(() => run(process.argv.slice(2)));
