import { Failure, sentenceOf } from '../registry/failure.ts';
import { runRemoteCommand } from './remote.ts';

/*
 * The command about remotes where no sources lie: node packages/federation/dist/remote.mjs <command>, with the folder
 * of registry and builds in DATA_DIR.
 */
const run = async (): Promise<void> => {
  const dataDir = process.env['DATA_DIR'];
  if (!dataDir) throw new Failure('Set DATA_DIR to the folder of the registry and the published builds.');
  await runRemoteCommand({
    dataDir,
    args: process.argv.slice(2),
    say: (line) => void process.stdout.write(`${line}\n`),
  });
};

run().catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
});
