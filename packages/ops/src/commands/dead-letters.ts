import { main, say } from '../cli.ts';
import { deadLettersCommand } from '../dead-letters/command.ts';
import { readRedisUrl } from '../env.ts';

main(() =>
  deadLettersCommand({
    name: 'dead-letters.mjs',
    where: 'REDIS_URL names the Redis that holds them.',
    args: process.argv.slice(2),
    address: readRedisUrl,
    say,
  }),
);
