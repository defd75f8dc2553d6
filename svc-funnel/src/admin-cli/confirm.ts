import { OwnerError } from './owner-error.ts';
import type { Terminal } from './terminal.ts';

/** Shows a plan and asks. Without a terminal only `--yes` is an answer. Rejects with OwnerError when the answer is no. */
export async function confirm(terminal: Terminal, plan: readonly string[], yes: boolean): Promise<void> {
  terminal.err(plan.join('\n'));
  if (yes) return;
  if (!terminal.interactive)
    throw new OwnerError('Nothing was done: there is no terminal to ask in. Say --yes to do it without being asked.');
  const answer = (await terminal.ask('Do this? (y/N) ')).trim().toLowerCase();
  if (answer !== 'y' && answer !== 'yes') throw new OwnerError('Nothing was done.');
}
