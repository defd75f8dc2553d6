import { nodeConfig } from '@course/federation/build/node';

export default nodeConfig({
  dir: import.meta.dirname,
  entry: { sandbox: './src/main.ts' },
  // A program of its own, which makes the pages' scripts at start.
  outside: ['esbuild'],
});
