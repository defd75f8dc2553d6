import { backupCommand } from '../backup/commands.ts';
import { withServer } from '../backup/server.ts';
import { main } from '../cli/main.ts';

const USAGE = `backup.mjs <file>
  Writes all rows of the database of DATABASE_URL, as they are at one moment, into a file, and reads it back. The product
  may run meanwhile. The file holds people's data: it is readable by you alone, and belongs in a safe place on another
  machine.`;

main(() => backupCommand(USAGE, withServer));
