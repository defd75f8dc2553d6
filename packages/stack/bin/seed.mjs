import { prepare } from './lib/prepare.mjs';

await prepare();
await import('../src/commands/seed.ts');
