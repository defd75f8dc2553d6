import { parseArgs } from 'node:util';
import type { Call, Command, OwnerDeps } from './command.ts';
import { confirm } from './confirm.ts';
import { helpOn, optionsOf, overview, usageOf } from './help.ts';
import { OwnerError, UsageError } from './owner-error.ts';
import type { Terminal } from './terminal.ts';

/** 0: done. 1: not done, or something needs a hand. 2: called in a way that the help does not know. */
export type ExitCode = 0 | 1 | 2;

export interface Owner {
  readonly commands: readonly Command[];
  readonly terminal: Terminal;
  /** Asked for by the first command that needs it: help needs no database. */
  readonly deps: () => Promise<OwnerDeps>;
}

const find = (commands: readonly Command[], words: readonly string[]): Command | undefined =>
  commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '));

const found = (commands: readonly Command[], words: readonly string[]): Command => {
  const command = find(commands, words);
  if (command) return command;
  throw new UsageError(`There is no command ${JSON.stringify(words.slice(0, 2).join(' '))}.\n\n${overview(commands)}`);
};

const help = (commands: readonly Command[], words: readonly string[]): string =>
  words.length === 0 ? overview(commands) : helpOn(found(commands, words));

const parse = (command: Command, given: readonly string[]) => {
  const options = Object.fromEntries(Object.entries(optionsOf(command)).map(([name, { type }]) => [name, { type }]));
  try {
    return parseArgs({ args: [...given], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message.split('. ')[0] : 'Not understood'}.\n\n${helpOn(command)}`,
      { cause: error },
    );
  }
};

const checkCount = (command: Command, given: readonly string[]): void => {
  const needed = command.args.filter((arg) => arg.startsWith('<')).length;
  const isOpen = command.args.at(-1)?.endsWith('...]') ?? false;
  if (given.length < needed || (!isOpen && given.length > command.args.length)) {
    throw new UsageError(`Say: ${usageOf(command)}\n\n${helpOn(command)}`);
  }
};

const callOf = (command: Command, given: readonly string[], terminal: Terminal): Omit<Call, 'deps'> => {
  const { values, positionals } = parse(command, given);
  checkCount(command, positionals);
  const option = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    terminal,
    args: positionals,
    option,
    flag: (name) => values[name] === true,
    confirm: (plan) => confirm(terminal, plan, values['yes'] === true),
  };
};

const dispatch = async ({ commands, terminal, deps }: Owner, argv: readonly string[]): Promise<ExitCode> => {
  const wantsHelp = argv.length === 0 || argv[0] === 'help' || argv.includes('--help') || argv.includes('-h');
  if (wantsHelp) {
    terminal.out(
      help(
        commands,
        argv.filter((word) => word !== 'help' && !word.startsWith('-')),
      ),
    );
    return 0;
  }
  const command = found(commands, argv);
  const call = callOf(command, argv.slice(command.name.split(' ').length), terminal);
  return ((await command.run({ ...call, deps: await deps() })) ?? 0) as ExitCode;
};

/** Runs one command line. Answers the exit code; rejects only with what nobody foresaw. */
export async function runOwner(owner: Owner, argv: readonly string[]): Promise<ExitCode> {
  try {
    return await dispatch(owner, argv);
  } catch (error) {
    if (!(error instanceof OwnerError)) throw error;
    owner.terminal.err(error.message);
    return error instanceof UsageError ? 2 : 1;
  }
}
