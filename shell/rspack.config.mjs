import path from 'node:path';
import { nodeConfig } from '@course/federation/build/node';
import { shellConfig } from '@course/federation/build/shell';

const dir = import.meta.dirname;
const edge = nodeConfig({ dir, entry: { main: './edge/main.ts' } });

/** `npm run dev` builds with `--watch`. */
export default ({ RSPACK_WATCH: development = false }) => [
  shellConfig(dir, { development }),
  { ...edge, output: { ...edge.output, path: path.join(dir, 'dist', 'edge') } },
];
