import { backupCommand } from '@course/ops/backup/commands';
import { main } from '@course/ops/cli/main';
import { withStack } from '../backup/stack.ts';

const USAGE = `npm run backup [-- file]
  Writes all rows of the database, as they are at one moment, into a file (without a name: into backups/ of the data
  folder), with what else a loss of the data folder would take: keys, registry, published builds, the local outbox; and
  reads it back. The product may run meanwhile. The file holds people's data and the keys of links and cookies: it is
  readable by you alone, and belongs in a safe place on another machine.`;

main(() => backupCommand(USAGE, withStack));
