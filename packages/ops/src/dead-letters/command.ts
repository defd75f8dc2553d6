import { parseArgs } from 'node:util';
import { createClient } from 'redis';
import { say } from '../cli/main.ts';
import { Failure } from '../failure.ts';
import { countLetters, letter, oldestLetters, replayAll, replayLetter, type Redis } from './dead-letters.ts';
import { letterTable, letterText } from './shown.ts';

/** The usage of a program of this name, and where it looks for Redis. */
export const deadLettersUsage = (program: string, where: string): string => `${program} <command>
  list [--count 20] [--after id]   page-view events that could not be written, the oldest first
  show <id>                        one of them whole, with its reason
  replay <id>...                   puts them back into the stream, where a writer tries them again
  replay --all                     puts all of them back
${where}`;

const ID = /^\d+-\d+$/;
const COUNT = /^[1-9]\d{0,4}$/;

const readArguments = (usage: string) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '20' },
      after: { type: 'string' },
      all: { type: 'boolean', default: false },
    },
  });
  const [command = '', ...ids] = positionals;
  if (
    !COUNT.test(values.count) ||
    (values.after !== undefined && !ID.test(values.after)) ||
    !ids.every((id) => ID.test(id))
  )
    throw new Failure(usage);
  return { command, ids, ...values };
};

const found = async (redis: Redis, id: string) => {
  const one = await letter(redis, id);
  if (!one) throw new Failure(`There is no dead letter ${id}. It may have been replayed; list shows what there is.`);
  return one;
};

const COMMANDS: Readonly<Record<string, (redis: Redis, given: ReturnType<typeof readArguments>) => Promise<void>>> = {
  list: async (redis, { count, after }) => {
    const [total, letters] = await Promise.all([countLetters(redis), oldestLetters(redis, Number(count), after)]);
    say(total === 0 ? 'There are no dead letters' : `${letterTable(letters)}\n\n${letters.length} of ${total}`);
  },
  show: async (redis, { ids }) => {
    for (const id of ids) say(letterText(await found(redis, id)));
  },
  replay: async (redis, { ids, all }) => {
    if (all) return say(`Replayed: ${await replayAll(redis)}`);
    for (const id of ids)
      say(
        (await replayLetter(redis, await found(redis, id))) ? `Replayed ${id}` : `${id} was replayed by somebody else`,
      );
  },
};

/** Runs the command about dead letters with the program's arguments, on the Redis at the address. Rejects with one sentence. */
export const deadLettersCommand = async (usage: string, address: () => string): Promise<void> => {
  const given = readArguments(usage);
  const run = COMMANDS[given.command];
  const needsIds = given.command === 'show' || (given.command === 'replay' && !given.all);
  if (!run || (needsIds && given.ids.length === 0)) throw new Failure(usage);
  const redis: Redis = createClient({ url: address(), socket: { reconnectStrategy: false, connectTimeout: 3000 } });
  redis.on('error', () => undefined);
  await redis.connect().catch((error: Error) => {
    throw new Failure(`Redis does not answer: ${error.message}. Is the stack running?`);
  });
  try {
    await run(redis, given);
  } finally {
    redis.destroy();
  }
};
