import { main, say } from '../cli/main.ts';
import { deadLettersCommand, deadLettersUsage } from '../dead-letters/command.ts';
import { readRedisUrl } from '../env.ts';

const usage = deadLettersUsage('dead-letters.mjs', 'REDIS_URL names the Redis that holds them.');

main(() => deadLettersCommand({ args: process.argv.slice(2), usage, address: readRedisUrl, say }));
