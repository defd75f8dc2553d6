import { backupCommand } from '@course/ops/backup/commands';
import { main } from '@course/ops/cli';
import { withStack } from '../backup/stack.ts';

main(() => backupCommand({ name: 'npm run backup --', args: process.argv.slice(2), withInstallation: withStack }));
