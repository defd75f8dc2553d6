import path from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from '@course/ops/backup/back-up';
import { filesOf, missingFrom } from '../backup/data-files.ts';
import { withDatabase } from '../backup/database.ts';
import { Failure } from '@course/ops/failure';
import { withClient } from '@course/ops/postgres/client';
import { main, say } from '@course/ops/cli/main';

const USAGE = `npm run backup [-- file]
  Writes all rows of the database, as they are at one moment, into a file (without a name: into backups/ of the data
  folder), with what else a loss of the data folder would take: keys, registry, published builds, the local outbox; and
  reads it back. The product may run meanwhile. The file holds people's data and the keys of links and cookies: it is
  readable by you alone, and belongs in a safe place on another machine.`;

const stamp = (): string => new Date().toISOString().slice(0, 19).replaceAll(':', '-');

main(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean', short: 'h' } } });
  if (values.help) return say(USAGE);
  if (positionals.length > 1) throw new Failure(USAGE);
  await withDatabase(async ({ databaseUrl, folder, dataDir }) => {
    const file = path.resolve(positionals[0] ?? path.join(folder, `course-${stamp()}.jsonl.gz`));
    const { rows, tables, files, at } = await withClient(databaseUrl, (client) => backUp(client, file, dataDir === undefined ? [] : filesOf(dataDir)));
    say(`${rows} rows of ${tables} tables and ${files} files, as of ${at}: ${file}`);
    say(missingFrom(dataDir));
  });
});
