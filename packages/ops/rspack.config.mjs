import { nodeConfig } from '@course/federation/build/node';

export default nodeConfig({
  dir: import.meta.dirname,
  entry: {
    migrate: './src/commands/migrate.ts',
  },
});
