import { restoreCommand } from '../backup/commands.ts';
import { withServer } from '../backup/server.ts';
import { main } from '../cli/main.ts';

const USAGE = `restore.mjs <file>
  --replace   also when the database holds people's data; that is kept beside the file first
  --yes       without being asked
  Puts a backup's rows in the place of everything in the database of DATABASE_URL. Stop the services first. Mails that
  were sent after the backup was made are not known to it: lessons that have become due since are sent, again if they
  were sent before.`;

main(() => restoreCommand(USAGE, withServer));
