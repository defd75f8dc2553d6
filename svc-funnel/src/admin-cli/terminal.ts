import { createInterface } from 'node:readline/promises';
import { OwnerError } from './command.ts';

/** A command's input and output. */
export interface Terminal {
  /** True if somebody can answer a question. */
  readonly interactive: boolean;
  /** Writes results. */
  out(text: string): void;
  /** Writes everything else: questions, warnings, errors. */
  err(text: string): void;
  /** Shows a question and waits for a line. */
  ask(question: string): Promise<string>;
}

const askOn = async (question: string): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
};

/** The terminal that this program runs in. Questions go to stderr, so that stdout can go to a file. */
export const processTerminal = (): Terminal => ({
  interactive: process.stdin.isTTY && process.stderr.isTTY,
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  ask: askOn,
});

/** Shows a plan and asks for confirmation, or takes `--yes` for it. Rejects with OwnerError if the answer is no. */
export async function confirm(terminal: Terminal, plan: readonly string[], yes: boolean): Promise<void> {
  terminal.err(plan.join('\n'));
  if (yes) return;
  if (!terminal.interactive)
    throw new OwnerError('Nothing was done: there is no terminal to ask in. Pass --yes to do it without being asked.');
  const answer = (await terminal.ask('Do this? (y/N) ')).trim().toLowerCase();
  if (answer !== 'y' && answer !== 'yes') throw new OwnerError('Nothing was done.');
}
