import { nodeConfig } from '@course/federation/build/node';

export default nodeConfig({
  dir: import.meta.dirname,
  entry: { sandbox: './src/sandbox/main.ts', 'mail-outbox': './src/mail-outbox/main.ts', migrate: './src/commands/migrate.ts', backup: './src/commands/backup.ts', restore: './src/commands/restore.ts', remote: './src/commands/remote.ts', 'dead-letters': './src/commands/dead-letters.ts', seed: './src/commands/seed.ts' },
});
