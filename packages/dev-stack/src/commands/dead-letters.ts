import { main, say } from '@course/ops/cli/main';
import { deadLettersCommand, deadLettersUsage } from '@course/ops/dead-letters/command';
import { redisOf } from '@course/ops/dead-letters/where';
import { readStackEnv } from '../env.ts';

const usage = deadLettersUsage(
  'npm run dead-letters --',
  "DATA_DIR names the stack's data folder (default .data); REDIS_URL another Redis.",
);

main(() => deadLettersCommand({ args: process.argv.slice(2), usage, address: () => redisOf(readStackEnv()), say }));
