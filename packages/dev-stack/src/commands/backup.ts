import path from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from '@course/ops/backup/back-up';
import { withDatabase } from '../backup/database.ts';
import { Failure } from '@course/ops/failure';
import { withClient } from '@course/ops/postgres/client';
import { main, say } from '@course/ops/cli/main';

const USAGE = `npm run backup [-- file]
  Writes all rows of the database, as they are at one moment, into a file (without a name: into backups/ of the data
  folder), and reads it back. The product may run meanwhile. The file holds people's data and is readable by you alone.
  Keep DATA_DIR/secrets.json with it: the links in mails that were sent follow from its keys.`;

const stamp = (): string => new Date().toISOString().slice(0, 19).replaceAll(':', '-');

main(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean', short: 'h' } } });
  if (values.help) return say(USAGE);
  if (positionals.length > 1) throw new Failure(USAGE);
  await withDatabase(async ({ databaseUrl, folder }) => {
    const file = path.resolve(positionals[0] ?? path.join(folder, `course-${stamp()}.jsonl.gz`));
    const { rows, tables, at } = await withClient(databaseUrl, (client) => backUp(client, file));
    say(`${rows} rows of ${tables} tables, as of ${at}: ${file}`);
  });
});
