import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { Failure } from './failure.ts';

/** Returns a program that is invoked as `name` and prints its help with `say`. */
export const commandLine = (name: string, say: (text: string) => void) => {
  let errorOutput = '';
  const program = new Command(name)
    .helpCommand(false)
    .showHelpAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => say(text.trimEnd()),
      writeErr: (text) => void (errorOutput += text),
    });
  /** Rejects with a `Failure` that says what is wrong, with the help. */
  const run = async (args: readonly string[]): Promise<void> => {
    try {
      await program.parseAsync([...args], { from: 'user' });
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      if (error.exitCode !== 0) throw new Failure(errorOutput.trimEnd() || error.message, { cause: error });
    }
  };
  return { program, run };
};

/** Returns a commander parser for a whole number within these bounds. */
export const wholeNumber =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most) return value;
    const bounds = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new InvalidArgumentError(`It must be a whole number ${bounds}.`);
  };

/** Returns a commander parser for a text of this form. */
export const textOf =
  (form: z.ZodType<string>) =>
  (text: string): string => {
    const parsed = form.safeParse(text);
    if (parsed.success) return parsed.data;
    throw new InvalidArgumentError(`It ${parsed.error.issues[0]?.message}.`);
  };
