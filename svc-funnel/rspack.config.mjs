import { nodeConfig } from '@course/federation/build/node';

export default nodeConfig({
  dir: import.meta.dirname,
  entry: { main: './src/main.ts', owner: './src/admin-cli/main.ts' },
  decorators: true,
});
