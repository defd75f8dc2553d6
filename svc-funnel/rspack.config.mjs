import { keepDependenciesOutside, nodeConfig } from '@course/federation/build/node';

const config = nodeConfig({
  dir: import.meta.dirname,
  entry: { main: './src/main.ts', owner: './src/admin-cli/main.ts' },
  decorators: true,
});

// The one entry of react-email brings Tailwind and a syntax highlighter along (45 MB at run time); bundled, only the
// elements that the mails use are left.
const externals = [
  ({ request }, done) => (request === 'react-email' ? done() : keepDependenciesOutside({ request }, done)),
];

export default { ...config, externals };
