import { InvalidArgumentError, type Command } from 'commander';
import { commandLine, wholeNumber } from '@course/federation/command-line';
import { Failure } from '../failure.ts';
import { countLetters, findLetter, oldestLetters, replayAll, replayLetter } from './dead-letters.ts';
import { ErrorReply, withRedis, type Redis } from '../redis.ts';
import { letterTable, letterText } from './shown.ts';

const ID = /^\d+-\d+$/;

const idOf = (text: string): string => {
  if (ID.test(text)) return text;
  throw new InvalidArgumentError('It must be an id as list shows it.');
};
const addId = (text: string, ids: readonly string[] = []): readonly string[] => [...ids, idOf(text)];

const requireLetter = async (redis: Redis, id: string) => {
  const letter = await findLetter(redis, id);
  if (!letter) throw new Failure(`There is no dead letter ${id}. It may have been replayed; see list.`);
  return letter;
};

const WRONG_LOGIN = /^(WRONGPASS|NOAUTH|NOPERM)/;

const redisSentenceOf = (error: Error): string => {
  if (!(error instanceof ErrorReply)) return `Redis does not answer: ${error.message}. Is the stack running?`;
  const remedy = WRONG_LOGIN.test(error.message) ? ' Check the user and password in its address.' : '';
  return `Redis refuses: ${error.message}${remedy}`;
};

interface ListOptions {
  readonly count: number;
  readonly after?: string;
}

export interface DeadLettersOptions {
  readonly args: readonly string[];
  /** The command line that runs the program, for its help. */
  readonly name: string;
  /** For the help: how to name the Redis. */
  readonly where: string;
  /** Returns the address of Redis. */
  readonly address: () => string;
  readonly say: (line: string) => void;
}

/** Runs the command for dead letters. Rejects with a `Failure`. */
export const deadLettersCommand = ({ args, name, where, address, say }: DeadLettersOptions): Promise<void> => {
  const withLetters = (use: (redis: Redis) => Promise<void>): Promise<void> =>
    withRedis(address(), use).catch((error: Error) => {
      if (error instanceof Failure) throw error;
      throw new Failure(redisSentenceOf(error), { cause: error });
    });
  const { program, run } = commandLine(name, say);
  program.description('Page-view events that could not be written.').addHelpText('after', `\n${where}`);
  program
    .command('list')
    .description('shows them, the oldest first')
    .option('--count <count>', 'how many', wholeNumber(1, 99_999), 20)
    .option('--after <id>', 'those after this one', idOf)
    .action(({ count, after }: ListOptions) =>
      withLetters(async (redis) => {
        const [total, letters] = await Promise.all([countLetters(redis), oldestLetters(redis, count, after)]);
        say(total === 0 ? 'There are no dead letters' : `${letterTable(letters)}\n\n${letters.length} of ${total}`);
      }),
    );
  program
    .command('show')
    .description('shows some of them in full, with the reason')
    .argument('<ids...>', 'as list shows them', addId)
    .action((ids: readonly string[]) =>
      withLetters(async (redis) => {
        for (const id of ids) say(letterText(await requireLetter(redis, id)));
      }),
    );
  program
    .command('replay')
    .description('puts them back into the stream, where a writer tries them again')
    .argument('[ids...]', 'as list shows them', addId)
    .option('--all', 'all of them', false)
    .action((ids: readonly string[] = [], { all }: { readonly all: boolean }, command: Command) => {
      if (!all && ids.length === 0) command.error('error: name ids, or pass --all');
      return withLetters(async (redis) => {
        if (all) return say(`Replayed: ${await replayAll(redis)}`);
        for (const id of ids) {
          const isReplayed = await replayLetter(redis, await requireLetter(redis, id));
          say(isReplayed ? `Replayed ${id}` : `${id} was replayed by somebody else`);
        }
      });
    });
  return run(args);
};
