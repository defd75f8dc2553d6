import { restoreCommand } from '@course/ops/backup/commands';
import { main } from '@course/ops/cli';
import { withStack } from '../backup/stack.ts';

main(() => restoreCommand({ name: 'npm run restore --', args: process.argv.slice(2), withInstallation: withStack }));
