import { nodeConfig } from '@course/build/node';

export default nodeConfig({ dir: import.meta.dirname, entry: { main: './src/main.ts' }, decorators: true });
