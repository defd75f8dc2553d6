import { restoreCommand } from '../backup/commands.ts';
import { withServer } from '../backup/server.ts';
import { main } from '../cli/main.ts';

main(() => restoreCommand({ name: 'restore.mjs', args: process.argv.slice(2), withInstallation: withServer }));
