import { COMMANDS } from './commands.ts';
import { runOwner } from './run.ts';
import { processTerminal } from './terminal.ts';

// Only a command loads the service, so that help appears at once.
const deps = () => import('./open-service.ts').then(({ openService }) => openService());

// Owners can do nothing about deprecation warnings of libraries.
process.noDeprecation = true;
// A closed pipe (`| head`) is not an error.
process.stdout.on('error', () => undefined);
const code = await runOwner({ commands: COMMANDS, terminal: processTerminal(), deps }, process.argv.slice(2)).catch(
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return 1;
  },
);
// Open connections to the stores would keep the process alive. The output has to reach a pipe before it exits.
process.stdout.write('', () => process.exit(code));
