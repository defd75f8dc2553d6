import { main } from '../cli/main.ts';
import { deadLettersCommand, deadLettersUsage } from '../dead-letters/command.ts';
import { readRedisUrl } from '../env.ts';

main(() =>
  deadLettersCommand(deadLettersUsage('dead-letters.mjs', 'REDIS_URL names the Redis that holds them.'), readRedisUrl),
);
