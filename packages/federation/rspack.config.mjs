import { nodeConfig } from './build/node.mjs';

export default nodeConfig({
  dir: import.meta.dirname,
  entry: { remote: './cli/main.ts', door: './door/main.ts' },
});
