import { InvalidArgumentError } from 'commander';
import { commandLine } from '../cli/command-line.ts';
import { Failure } from '../failure.ts';
import { countLetters, letter, oldestLetters, replayAll, replayLetter } from './dead-letters.ts';
import { withRedis, type Redis } from '../redis.ts';
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

const matching =
  (form: RegExp) =>
  (text: string): string => {
    if (!form.test(text)) throw new InvalidArgumentError('');
    return text;
  };
const addId = (text: string, ids: readonly string[] = []): readonly string[] => [...ids, matching(ID)(text)];

const found = async (redis: Redis, id: string) => {
  const one = await letter(redis, id);
  if (!one) throw new Failure(`There is no dead letter ${id}. It may have been replayed; list shows what there is.`);
  return one;
};

interface ListOptions {
  readonly count: string;
  readonly after?: string;
}

export interface DeadLettersOptions {
  /** The program's arguments. */
  readonly args: readonly string[];
  readonly usage: string;
  /** Where Redis is. */
  readonly address: () => string;
  readonly say: (line: string) => void;
}

/** Runs the command about dead letters. Rejects with one sentence. */
export const deadLettersCommand = async ({ args, usage, address, say }: DeadLettersOptions): Promise<void> => {
  const withLetters = (use: (redis: Redis) => Promise<void>): Promise<void> =>
    withRedis(address(), use).catch((error: Error) => {
      if (error instanceof Failure) throw error;
      throw new Failure(`Redis does not answer: ${error.message}. Is the stack running?`, { cause: error });
    });
  const program = commandLine(usage).action(() => {
    throw new Failure(usage);
  });
  program
    .command('list')
    .option('--count <count>', '', matching(COUNT), '20')
    .option('--after <id>', '', matching(ID))
    .action(({ count, after }: ListOptions) =>
      withLetters(async (redis) => {
        const [total, letters] = await Promise.all([countLetters(redis), oldestLetters(redis, Number(count), after)]);
        say(total === 0 ? 'There are no dead letters' : `${letterTable(letters)}\n\n${letters.length} of ${total}`);
      }),
    );
  program
    .command('show')
    .argument('<ids...>', '', addId)
    .action((ids: readonly string[]) =>
      withLetters(async (redis) => {
        for (const id of ids) say(letterText(await found(redis, id)));
      }),
    );
  program
    .command('replay')
    .argument('[ids...]', '', addId)
    .option('--all')
    .action((ids: readonly string[] = [], { all = false }: { readonly all?: boolean }) => {
      if (!all && ids.length === 0) throw new Failure(usage);
      return withLetters(async (redis) => {
        if (all) return say(`Replayed: ${await replayAll(redis)}`);
        for (const id of ids) {
          const isOurs = await replayLetter(redis, await found(redis, id));
          say(isOurs ? `Replayed ${id}` : `${id} was replayed by somebody else`);
        }
      });
    });
  await program.parseAsync(args, { from: 'user' });
};
