import path from 'node:path';
import { parseArgs } from 'node:util';
import { backUp, check } from '@course/ops/backup/back-up';
import { filesOf, restoreFiles } from '../backup/data-files.ts';
import { withDatabase, type Database } from '../backup/database.ts';
import { isUsed, requireQuiet, restore } from '@course/ops/backup/restore';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/ops/paths';
import { withClient } from '@course/ops/postgres/client';
import { confirm } from '@course/ops/cli/confirm';
import { main, say } from '@course/ops/cli/main';

const USAGE = `npm run restore -- <file>
  --replace   also when the database holds people's data; that is backed up first
  --yes       without being asked
  Puts a backup's rows in the place of everything in the database, and its keys, registry, builds and mails into the
  data folder. Stop the product first (Ctrl-C): an embedded
  database is started for this alone. Mails that were sent after the backup was made are not known to it: lessons
  that have become due since are sent, again if they were sent before.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' }, replace: { type: 'boolean', default: false }, yes: { type: 'boolean', default: false } },
});

/** What is there now, kept beside the other backups. */
const keepOld = ({ databaseUrl, folder, dataDir }: Database): Promise<string> => {
  const file = path.join(folder, `before-restore-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.jsonl.gz`);
  return withClient(databaseUrl, (client) => backUp(client, file, dataDir === undefined ? [] : filesOf(dataDir))).then(() => file);
};

main(async () => {
  const [given] = positionals;
  if (values.help) return say(USAGE);
  if (given === undefined || positionals.length > 1) throw new Failure(USAGE);
  const file = path.resolve(given);
  const { rows, at } = await check(file);
  await withDatabase(async (database) => {
    const { databaseUrl, passwords, dataDir } = database;
    await withClient(databaseUrl, requireQuiet);
    const used = await withClient(databaseUrl, isUsed);
    if (used && !values.replace) throw new Failure("The database holds people's data. Say --replace to put the backup in its place.");
    await confirm([`Restores ${rows} rows as of ${at}.`, used ? 'Everything that is in the database now is replaced; it is backed up first.' : 'The database is empty.'], values.yes);
    if (used) say(`What was there: ${await keepOld(database)}`);
    await restore({ databaseUrl, passwords, projectRoot: PROJECT_ROOT, file });
    const files = dataDir === undefined ? 0 : await restoreFiles(dataDir, file);
    say(`Restored: ${rows} rows and ${files} files as of ${at}. Start the product to go on from there.`);
  });
});
