import { main, say } from '@course/ops/cli';
import { deadLettersCommand } from '@course/ops/dead-letters/command';
import { readStackEnv } from '../env.ts';
import { storeAddress } from '../stack/stack-file.ts';

main(() =>
  deadLettersCommand({
    name: 'npm run dead-letters --',
    where: "DATA_DIR names the stack's data folder (default .data); REDIS_URL another Redis.",
    args: process.argv.slice(2),
    address: () => storeAddress('redisUrl', readStackEnv()),
    say,
  }),
);
