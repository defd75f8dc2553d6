import { createInterface } from 'node:readline/promises';
import { Failure } from '../failure.ts';

/** Shows what will be done and asks. Without a terminal only `--yes` is an answer. Throws one sentence when the answer is no. */
export const confirm = async (plan: readonly string[], yes: boolean): Promise<void> => {
  process.stderr.write(`${plan.join('\n')}\n`);
  if (yes) return;
  if (!process.stdin.isTTY)
    throw new Failure('Nothing was done: there is no terminal to ask in. Say --yes to do it without being asked.');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question('Do this? (y/N) ').finally(() => lines.close());
  if (!/^y(es)?$/i.test(answer.trim())) throw new Failure('Nothing was done.');
};
