import { nodeConfig } from '@course/build/node';

export default nodeConfig({
  dir: import.meta.dirname,
  entry: { sandbox: './src/sandbox/main.ts', migrate: './src/commands/migrate.ts', remote: './src/commands/remote.ts' },
});
