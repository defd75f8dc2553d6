import { prepare } from './lib/prepare.mjs';

await prepare();
await import('../src/commands/bench-insights.ts');
