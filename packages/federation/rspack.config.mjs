import { nodeConfig } from './build/node.mjs';

export default nodeConfig({
  dir: import.meta.dirname,
  entry: { remote: './cli/main.ts', 'publishing-api': './publishing-api/main.ts' },
  // For the check's browser, which only machines that publish need.
  outside: ['playwright-core'],
});
