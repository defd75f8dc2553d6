import { main } from '@course/ops/cli/main';
import { deadLettersCommand, deadLettersUsage } from '@course/ops/dead-letters/command';
import { redisOf } from '@course/ops/dead-letters/where';
import { readStackEnv } from '../env.ts';

const USAGE = deadLettersUsage(
  'npm run dead-letters --',
  "DATA_DIR names the stack's data folder (default .data); REDIS_URL another Redis.",
);

main(() => deadLettersCommand(USAGE, () => redisOf(readStackEnv())));
