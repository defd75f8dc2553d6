import { Command as Program, CommanderError } from 'commander';
import { OwnerError, UsageError, type Command, type OwnerDeps } from './command.ts';
import { confirm, type Terminal } from './terminal.ts';

/** 0: done. 1: not done, or something needs attention. 2: invalid arguments. */
export type ExitCode = 0 | 1 | 2;

export interface Owner {
  readonly commands: readonly Command[];
  readonly terminal: Terminal;
  /** Called only when a command runs: help needs no database. */
  readonly deps: () => Promise<OwnerDeps>;
}

const ORDER_HELP = "<order> is an order's number, its id, the id's first eight characters, or the buyer's address.";

const usageOf = ({ name, args }: Command): string => [name, ...args].join(' ');

const unknownCommand = (words: readonly string[], program: Program): UsageError =>
  new UsageError(`There is no command ${JSON.stringify(words.join(' '))}.\n\n${program.helpInformation().trimEnd()}`);

/**
 * Returns an error that says what is wrong with a command line and shows its help. A request for help stays as it is.
 */
const failure = (error: CommanderError, command: Command, program: Program): Error => {
  if (error.exitCode === 0) return error;
  const isCount = error.code === 'commander.missingArgument' || error.code === 'commander.excessArguments';
  const message = error.message.replace(/^error: /, '');
  const sentence = isCount ? `Usage: ${usageOf(command)}` : `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  return new UsageError(`${sentence}\n\n${program.helpInformation().trimEnd()}`, { cause: error });
};

/** Adds a command whose `run` gets its arguments and options. */
const addCommand = (
  parent: Program,
  command: Command,
  { terminal, deps }: Owner,
  onDone: (code: number) => void,
): void => {
  const program = parent.command(command.name.split(' ').at(-1) ?? '').description(command.summary);
  for (const arg of command.args) program.argument(arg);
  for (const [name, { type, value = 'text', help }] of Object.entries(command.options ?? {}))
    program.option(type === 'boolean' ? `--${name}` : `--${name} <${value}>`, help);
  if (command.asks) program.option('--yes', 'do it without being asked');
  if (command.notes) program.addHelpText('after', `\n${command.notes.join('\n')}`);
  program.exitOverride((error) => {
    throw failure(error, command, program);
  });
  program.action(async () => {
    const options = program.opts<Readonly<Record<string, unknown>>>();
    const code = await command.run({
      deps: await deps(),
      terminal,
      args: program.args,
      option: (name) => (typeof options[name] === 'string' ? options[name] : undefined),
      flag: (name) => options[name] === true,
      confirm: (plan) => confirm(terminal, plan, options['yes'] === true),
    });
    onDone(code ?? 0);
  });
};

/** Builds a new program for each run. Commands of two words are in a group named by the first word. */
const programOf = (owner: Owner, onDone: (code: number) => void): Program => {
  const root = new Program('npm run owner --')
    .usage('<command>')
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .configureOutput({ writeOut: (text) => owner.terminal.out(text.trimEnd()), writeErr: () => undefined })
    .configureHelp({
      // Every command in one list, instead of the groups' names.
      visibleCommands: ({ commands }) =>
        commands.flatMap((program) => (program.commands.length > 0 ? program.commands : [program])),
      subcommandTerm: (program) => usageOf(owner.commands.find(({ name }) => name === nameOf(program))!),
    })
    .addHelpText('after', `\n${ORDER_HELP}`)
    .exitOverride();
  const nameOf = (program: Program): string =>
    program.parent && program.parent !== root ? `${program.parent.name()} ${program.name()}` : program.name();
  const groupOf = (word: string): Program =>
    root.commands.find((program) => program.name() === word) ??
    root
      .command(word)
      .argument('[command...]')
      .action((words: string[]) => {
        throw unknownCommand([word, ...words.slice(0, 1)], root);
      });
  for (const command of owner.commands) {
    const [first = '', second] = command.name.split(' ');
    addCommand(second === undefined ? root : groupOf(first), command, owner, onDone);
  }
  return root.argument('[command...]').action((words: string[]) => {
    if (words[0] !== 'help' && words.length > 0) throw unknownCommand(words.slice(0, 2), root);
    helpOn(root, words.slice(1)).outputHelp();
  });
};

const helpOn = (root: Program, words: readonly string[]): Program => {
  let at = root;
  for (const word of words) {
    const next = at.commands.find((program) => program.name() === word);
    if (!next) throw unknownCommand(words.slice(0, 2), root);
    at = next;
  }
  return at;
};

/** Runs one command line. Resolves with the exit code; rejects only with an error that the owner cannot correct. */
export async function runOwner(owner: Owner, argv: readonly string[]): Promise<ExitCode> {
  let code = 0;
  try {
    await programOf(owner, (done) => (code = done)).parseAsync([...argv], { from: 'user' });
    return code as ExitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (!(error instanceof OwnerError)) throw error;
    owner.terminal.err(error.message);
    return error instanceof UsageError ? 2 : 1;
  }
}
