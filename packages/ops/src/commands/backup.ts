import { backupCommand, withServer } from '../backup/commands.ts';
import { main } from '../cli.ts';

main(() => backupCommand({ name: 'backup.mjs', args: process.argv.slice(2), withInstallation: withServer }));
