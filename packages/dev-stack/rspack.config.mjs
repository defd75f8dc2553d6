import { nodeConfig } from '@course/federation/build/node';

export default nodeConfig({
  dir: import.meta.dirname,
  entry: {
    'mail-outbox': './src/mail-outbox/main.ts',
    remote: './src/commands/remote.ts',
    backup: './src/commands/backup.ts',
    restore: './src/commands/restore.ts',
    'dead-letters': './src/commands/dead-letters.ts',
  },
});
