import { parseArgs } from 'node:util';
import { createClient } from 'redis';
import { countLetters, letter, oldestLetters, replayAll, replayLetter, type Redis } from '@course/ops/dead-letters/dead-letters';
import { letterTable, letterText } from '@course/ops/dead-letters/shown';
import { redisOf } from '@course/ops/dead-letters/where';
import { readStackEnv } from '../env.ts';
import { Failure } from '@course/ops/failure';
import { main, say } from '@course/ops/cli/main';

const USAGE = `npm run dead-letters -- <command>
  list [--count 20] [--after id]   page-view events that could not be written, the oldest first
  show <id>                        one of them whole, with its reason
  replay <id>...                   puts them back into the stream, where a writer tries them again
  replay --all                     puts all of them back
DATA_DIR names the stack's data folder (default .data); REDIS_URL another Redis.`;

const ID = /^\d+-\d+$/;
const COUNT = /^[1-9]\d{0,4}$/;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '20' }, after: { type: 'string' }, all: { type: 'boolean', default: false } },
});
const [command = '', ...ids] = positionals;

const requireIds = (): readonly string[] => {
  if (ids.length === 0 || !ids.every((id) => ID.test(id))) throw new Failure(USAGE);
  return ids;
};

const found = async (redis: Redis, id: string) => {
  const one = await letter(redis, id);
  if (!one) throw new Failure(`There is no dead letter ${id}. It may have been replayed; list shows what there is.`);
  return one;
};

const commands: Readonly<Record<string, (redis: Redis) => Promise<void>>> = {
  list: async (redis) => {
    if (!COUNT.test(values.count) || (values.after !== undefined && !ID.test(values.after))) throw new Failure(USAGE);
    const [total, letters] = await Promise.all([countLetters(redis), oldestLetters(redis, Number(values.count), values.after)]);
    say(total === 0 ? 'There are no dead letters' : `${letterTable(letters)}\n\n${letters.length} of ${total}`);
  },
  show: async (redis) => {
    for (const id of requireIds()) say(letterText(await found(redis, id)));
  },
  replay: async (redis) => {
    if (values.all) return say(`Replayed: ${await replayAll(redis)}`);
    for (const id of requireIds()) say((await replayLetter(redis, await found(redis, id))) ? `Replayed ${id}` : `${id} was replayed by somebody else`);
  },
};

main(async () => {
  const run = commands[command];
  if (!run) throw new Failure(USAGE);
  const redis: Redis = createClient({ url: redisOf(readStackEnv()), socket: { reconnectStrategy: false, connectTimeout: 3000 } });
  redis.on('error', () => undefined);
  await redis.connect().catch((error: Error) => {
    throw new Failure(`Redis does not answer: ${error.message}. Is the stack running?`);
  });
  try {
    await run(redis);
  } finally {
    redis.destroy();
  }
});
