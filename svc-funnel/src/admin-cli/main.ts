import { COMMANDS } from './commands.ts';
import { runOwner } from './run.ts';
import { processTerminal } from './terminal.ts';

// Only a command needs the service; help is there at once.
const deps = () => import('./open-service.ts').then(({ openService }) => openService());

// What libraries say to their authors is nothing an owner could act on.
process.noDeprecation = true;
// A closed pipe (`| head`) is no error.
process.stdout.on('error', () => undefined);
const code = await runOwner({ commands: COMMANDS, terminal: processTerminal(), deps }, process.argv.slice(2)).catch(
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return 1;
  },
);
// Connections to the stores would keep the program; what was written has to reach a pipe first.
process.stdout.write('', () => process.exit(code));
