import { restoreCommand, withServer } from '../backup/commands.ts';
import { main } from '../cli.ts';

main(() => restoreCommand({ name: 'restore.mjs', args: process.argv.slice(2), withInstallation: withServer }));
