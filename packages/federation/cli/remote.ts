import path from 'node:path';
import { parseArgs } from 'node:util';
import { checkBuild, checkTable, requireSound } from '../registry/check.ts';
import { Failure } from '../registry/failure.ts';
import { publishNew } from '../registry/publish-new.ts';
import { publish, publishAs, requireName, rollback } from '../registry/publish.ts';
import { registryPaths, projectFolder, readRegistry, type RegistryPaths } from '../registry/registry.ts';
import { developRemote, type WatchBuild } from './dev.ts';
import { table } from './table.ts';

const USAGE = `npm run remote -- <command>
  list [name]                       what is live, and what it can be rolled back to
  check <name> [--from folder]      judges a build: description, contract, files, size
  publish <name> [version] [--from folder]
                                    checks a build, keeps it (under that version) and makes it live
  publish --new                     publishes every build of this checkout that was never published
  rollback <name> [version]         makes the version before, or the named one, live again
  dev <name>                        builds and publishes the remote at every change, until Ctrl-C
DATA_DIR names the stack's data folder (default .data).`;

export interface RemoteCommand {
  /** The stack's data folder. */
  readonly dataDir: string;
  readonly args: readonly string[];
  readonly say: (line: string) => void;
  /** How remotes are built at every change; none where no sources lie. */
  readonly development?: {
    /** Returns what asks the command to stop. */
    readonly stopSignal: () => AbortSignal;
    readonly watchBuild: WatchBuild;
  };
}

/** What is live, newest earlier version first. */
const listTable = (paths: RegistryPaths, only?: string): string => {
  const remotes = Object.entries(readRegistry(paths).remotes).filter(([name]) => only === undefined || name === only);
  if (remotes.length === 0) return only ? `${only} was never published here.` : 'Nothing was published here.';
  return table(
    ['remote', 'live', 'contract', 'earlier versions'],
    remotes.map(([name, live]) => [
      name,
      live.version,
      String(live.contract),
      live.previous.map(({ version }) => version).join(' '),
    ]),
  );
};

/** Runs `npm run remote -- <args>`. Throws a `Failure` with one sentence. */
export async function runRemoteCommand({ dataDir, args, say, development }: RemoteCommand): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { from: { type: 'string' }, new: { type: 'boolean' } },
  });
  const [command, given, version] = positionals;
  const paths = registryPaths(dataDir);
  const buildOf = (name: string): string => path.resolve(values.from ?? path.join(projectFolder(name), 'dist'));
  const commands: Readonly<Record<string, () => Promise<void>>> = {
    list: async () => say(listTable(paths, given)),
    check: async () => {
      const name = requireName(given);
      const checked = checkBuild(buildOf(name), name);
      say(checkTable(checked));
      requireSound(name, checked);
      say(`${name} ${checked.descriptor.version} may be published`);
    },
    publish: async () => {
      if (values.new) return (await publishNew(paths)).forEach(say);
      const name = requireName(given);
      const checked = checkBuild(buildOf(name), name);
      say(checkTable(checked));
      if (version) await publishAs(paths, name, version, buildOf(name));
      else await publish(paths, name, buildOf(name));
      say(`${name}: ${version ?? checked.descriptor.version} is live`);
    },
    rollback: async () => {
      const name = requireName(given);
      const live = await rollback(paths, name, version);
      say(`${name}: ${live.version} is live`);
    },
    dev: async () => {
      if (!development)
        throw new Failure('Remotes are developed in a checkout, beside their sources: npm run remote -- dev <name>');
      await developRemote({
        paths,
        name: requireName(given),
        signal: development.stopSignal(),
        say,
        watchBuild: development.watchBuild,
      });
    },
  };

  const run = commands[command ?? ''];
  if (!run) throw new Failure(USAGE);
  await run();
}
