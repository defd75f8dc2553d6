import { restoreCommand } from '@course/ops/backup/commands';
import { main } from '@course/ops/cli/main';
import { withStack } from '../backup/stack.ts';

const USAGE = `npm run restore -- <file>
  --replace   also when the database holds people's data; that is backed up first
  --yes       without being asked
  Puts a backup's rows in the place of everything in the database, and its keys, registry, builds and mails into the
  data folder. Stop the product first (Ctrl-C): an embedded
  database is started for this alone. Mails that were sent after the backup was made are not known to it: lessons
  that have become due since are sent, again if they were sent before.`;

main(() => restoreCommand(USAGE, withStack));
