import path from 'node:path';
import { nodeConfig } from '@course/federation/build/node';
import { pageConfig } from '@course/federation/build/page';

const dir = import.meta.dirname;
const PAGE = 'insights-page';

const service = nodeConfig({ dir, entry: { main: './src/main.ts' }, decorators: true });

export default [
  { ...service, output: { ...service.output, clean: { keep: new RegExp(`^${PAGE}/`) } } },
  // Built after the service, whose build first clears the surrounding folder.
  {
    ...pageConfig({ dir: path.join(dir, PAGE), output: path.join(dir, 'dist', PAGE), publicPath: '/insights/' }),
    dependencies: [service.name],
  },
];
