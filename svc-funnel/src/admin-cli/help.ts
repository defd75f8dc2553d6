import type { Command, Option } from './command.ts';

const PROGRAM = 'npm run owner --';

const YES: Option = { type: 'boolean', help: 'do it without being asked' };

/** The options of a command, `--yes` among them when it asks. */
export const optionsOf = ({ options = {}, asks }: Command): Readonly<Record<string, Option>> =>
  asks ? { ...options, yes: YES } : options;

const flagOf = (name: string, { type, value = 'text' }: Option): string =>
  type === 'boolean' ? `--${name}` : `--${name} <${value}>`;

const columns = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

export const usageOf = ({ name, args }: Command): string => [name, ...args].join(' ');

/** Everything that can be done. */
export const overview = (commands: readonly Command[]): string =>
  [
    `${PROGRAM} <command>`,
    '',
    ...columns(commands.map((command) => [usageOf(command), command.summary])),
    '',
    `${PROGRAM} help <command> says more about one. <order> is an order's id, its first eight characters, or the buyer's address.`,
  ].join('\n');

/** All about one command. */
export const helpOn = (command: Command): string => {
  const options = Object.entries(optionsOf(command));
  const described = columns(options.map(([name, option]) => [flagOf(name, option), option.help]));
  return [
    `${PROGRAM} ${usageOf(command)}`,
    command.summary,
    ...(command.notes ?? []),
    ...(options.length > 0 ? ['', ...described] : []),
  ].join('\n');
};
