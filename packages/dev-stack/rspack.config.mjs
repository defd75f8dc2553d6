import { nodeConfig } from '@course/federation/build/node';

export default nodeConfig({
  dir: import.meta.dirname,
  entry: { 'mail-outbox': './src/mail-outbox/main.ts' },
});
