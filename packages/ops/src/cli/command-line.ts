import { Command } from 'commander';
import { Failure } from '../failure.ts';

/** An empty command line: whoever calls it in a way that it does not know is told what is wrong, and the usage. */
export const commandLine = (usage: string): Command =>
  new Command()
    .helpOption(false)
    .helpCommand(false)
    .configureOutput({ writeErr: () => undefined })
    .exitOverride((error) => {
      throw new Failure(`${error.message.replace(/^error: /, '')}\n${usage}`, { cause: error });
    });
