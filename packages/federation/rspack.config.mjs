import { nodeConfig } from './build/node.mjs';

export default nodeConfig({
  dir: import.meta.dirname,
  entry: { remote: './cli/main.ts', door: './door/main.ts' },
  // The check's browser, which only machines that publish have.
  outside: ['playwright-core'],
});
