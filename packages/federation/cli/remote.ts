import path from 'node:path';
import { parseArgs } from 'node:util';
import { readStackEnv } from '../env.ts';
import { Failure } from '../failure.ts';
import { checkBuild, checkTable, requireSound } from '../remotes/check.ts';
import { developRemote } from '../remotes/dev.ts';
import { listTable } from '../remotes/list.ts';
import { placesIn, projectFolder } from '../remotes/places.ts';
import { publishNew } from '../remotes/publish-new.ts';
import { publish, publishAs, requireName, rollback } from '../remotes/publish.ts';
import { main, say } from './main.ts';
import { onStopRequest } from './signals.ts';

const USAGE = `npm run remote -- <command>
  list [name]                       what is live, and what it can be rolled back to
  check <name> [--from folder]      judges a build: description, contract, files, size
  publish <name> [version] [--from folder]
                                    checks a build, keeps it (under that version) and makes it live
  publish --new                     publishes every build of this checkout that was never published
  rollback <name> [version]         makes the version before, or the named one, live again
  dev <name>                        builds and publishes the remote at every change, until Ctrl-C
DATA_DIR names the stack's data folder (default .data).`;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { from: { type: 'string' }, new: { type: 'boolean' } } });
const [command, given, version] = positionals;
const places = placesIn(readStackEnv().dataDir);

const buildOf = (name: string): string => path.resolve(values.from ?? path.join(projectFolder(name), 'dist'));

const commands: Readonly<Record<string, () => Promise<void>>> = {
  list: async () => say(listTable(places, given)),
  check: async () => {
    const name = requireName(given);
    const checked = checkBuild(buildOf(name), name);
    say(checkTable(checked));
    requireSound(name, checked);
    say(`${name} ${checked.descriptor.version} may be published`);
  },
  publish: async () => {
    if (values.new) return (await publishNew(places)).forEach(say);
    const name = requireName(given);
    const checked = checkBuild(buildOf(name), name);
    say(checkTable(checked));
    if (version) await publishAs(places, name, version, buildOf(name));
    else await publish(places, name, buildOf(name));
    say(`${name}: ${version ?? checked.descriptor.version} is live`);
  },
  rollback: async () => {
    const name = requireName(given);
    const live = await rollback(places, name, version);
    say(`${name}: ${live.version} is live`);
  },
  dev: async () => {
    const { signal } = onStopRequest();
    await developRemote({ places, name: requireName(given), signal, say });
  },
};

main(async () => {
  const run = commands[command ?? ''];
  if (!run) throw new Failure(USAGE);
  await run();
});
