import { nodeConfig } from '@course/federation/build/node';

const PROGRAMS = ['migrate', 'backup', 'restore', 'dead-letters'];

export default nodeConfig({
  dir: import.meta.dirname,
  entry: Object.fromEntries(PROGRAMS.map((name) => [name, `./src/commands/${name}.ts`])),
});
