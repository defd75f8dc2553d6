import { nodeConfig } from '@course/federation/build/node';

export default nodeConfig({
  dir: import.meta.dirname,
  entry: { sandbox: './src/main.ts' },
  // A separate program, which builds the pages' scripts at start.
  outside: ['esbuild'],
});
