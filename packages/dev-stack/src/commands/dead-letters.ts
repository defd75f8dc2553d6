import { main, say } from '@course/ops/cli';
import { deadLettersCommand } from '@course/ops/dead-letters/command';
import { Failure } from '@course/ops/failure';
import { readStackEnv, type StackEnv } from '../env.ts';
import { runningStack } from '../stack/stack-file.ts';

/** The address of the Redis that holds the letters: the one named in the environment, else that of the running stack. */
const redisOf = ({ redisUrl, dataDir }: StackEnv): string => {
  const address = redisUrl ?? runningStack(dataDir)?.redisUrl;
  if (address !== undefined) return address;
  throw new Failure(
    `No stack runs in ${dataDir}. Start it with npm start, set DATA_DIR to its folder, or set REDIS_URL.`,
  );
};

main(() =>
  deadLettersCommand({
    name: 'npm run dead-letters --',
    where: "DATA_DIR names the stack's data folder (default .data); REDIS_URL another Redis.",
    args: process.argv.slice(2),
    address: () => redisOf(readStackEnv()),
    say,
  }),
);
