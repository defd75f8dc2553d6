import { nodeConfig } from '@course/federation/build/node';

export default nodeConfig({
  dir: import.meta.dirname,
  entry: { seed: './src/commands/seed.ts' },
});
