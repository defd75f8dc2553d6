import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Command, CommanderError } from 'commander';
import { remoteVersion } from '../contract/descriptor.ts';
import { doorReleases } from '../door/client.ts';
import { adoptEarlier } from '../registry/adopt.ts';
import { checkBuild, checkTable, requireSound } from '../registry/check.ts';
import { commitOf } from '../registry/commit.ts';
import { Failure } from '../registry/failure.ts';
import { homeToken, trustedKey, type ReleaseHome } from '../registry/home.ts';
import { signingKey } from '../registry/keys.ts';
import { publishNew } from '../registry/publish-new.ts';
import { projectFolder } from '../registry/registry.ts';
import { filesIn, signRelease, withVersion } from '../registry/release.ts';
import { ReleaseKnown, requireName, storeReleases, type Pointed, type Releases } from '../registry/releases.ts';
import { createRemote } from './create.ts';
import type { Credentials } from './credentials.ts';
import { developRemote, type WatchBuild } from './dev.ts';
import { table } from './table.ts';
import { addKey, addToken, keyTable, removeKey, removeToken, tokenTable } from './teams.ts';
import { untilLive } from './until-live.ts';

export interface RemoteCommand {
  /** The installation here; none where only a door's address is known. */
  readonly home?: ReleaseHome;
  /** Of the stack that runs on it, if one does. */
  readonly running?: { readonly siteUrl: string; readonly doorUrl: string };
  readonly given?: Credentials;
  readonly args: readonly string[];
  readonly say: (line: string) => void;
  /** How remotes are built at every change; none where no sources lie. */
  readonly development?: {
    /** Returns what asks the command to stop. */
    readonly stopSignal: () => AbortSignal;
    readonly watchBuild: WatchBuild;
  };
}

interface Options {
  readonly to?: string;
  readonly from?: string;
  readonly why?: string;
  readonly commit?: string;
  readonly new?: boolean;
  readonly name?: string;
  readonly in?: string;
}

const HELP = `
DATA_DIR names the stack's data folder (default .data). With --to, REMOTE_TOKEN is the team's token and
REMOTE_SIGNING_KEY its private key in PEM (REMOTE_SIGNING_KEY_FILE: the file that holds it).`;

const requireVersion = (version: string): string => {
  const parsed = remoteVersion.safeParse(version);
  if (parsed.success) return parsed.data;
  throw new Failure(`${version} is no version. Use letters, digits and .+_- only, such as 1.4.0`);
};

/** What is live, newest earlier version first. */
const listTable = async (releases: Releases, only?: string): Promise<string> => {
  const remotes = await releases.list(only);
  if (remotes.length === 0) return only ? `${only} was never published here.` : 'Nothing was published here.';
  const rows = remotes.map(({ name, stable, previous }) => [
    name,
    stable?.version ?? '-',
    String(stable?.contract ?? '-'),
    stable?.release ?? '-',
    previous.map(({ version }) => version).join(' '),
  ]);
  const problems = remotes.flatMap(({ name, problem }) => (problem ? [`${name} is not served: ${problem}`] : []));
  return [table(['remote', 'live', 'contract', 'release', 'earlier versions'], rows), ...problems].join('\n');
};

const auditTable = async (releases: Releases, remote?: string): Promise<string> => {
  const lines = await releases.audit(remote);
  if (lines.length === 0) return 'Nothing was done here yet.';
  const rows = lines.map(({ at, who, what, remote: name, version, why }) => [at, name, what, version, who, why]);
  return table(['when', 'remote', 'what', 'version', 'who', 'why'], rows);
};

/** What the commands do. */
const actions = ({ home, running, given = {}, say, development }: RemoteCommand) => {
  const requireHome = (): ReleaseHome => {
    if (home) return home;
    throw new Failure('Set DATA_DIR to the data folder, or name a door: --to https://releases.example.com');
  };
  const releasesFor = async (name: string | undefined, { to }: Options): Promise<Releases> => {
    if (to) {
      if (!given.token) throw new Failure('Set REMOTE_TOKEN to the token of your remote.');
      return doorReleases({ url: to, token: given.token });
    }
    if (running && name) return doorReleases({ url: running.doorUrl, token: await homeToken(requireHome(), name) });
    return storeReleases(requireHome().store);
  };
  const by = ({ why = '' }: Options) => ({ who: 'operator', why });
  const buildOf = (name: string, { from }: Options): string =>
    path.resolve(from ?? path.join(projectFolder(name), 'dist'));
  const checked = (name: string, options: Options) => {
    const result = checkBuild(buildOf(name, options), name);
    say(checkTable(result));
    requireSound(name, result);
    return result.descriptor.version;
  };
  const keyOf = (name: string) => (given.signingKey ? signingKey(given.signingKey) : trustedKey(requireHome(), name));
  const sayLive = async (name: string, { version }: Pointed, { to }: Options): Promise<void> => {
    const isLive = to !== undefined || !running || (await untilLive(running.siteUrl, name, version));
    say(
      isLive
        ? `${name}: ${version} is live`
        : `${name}: ${version} is published, but not served yet. See the edge's log.`,
    );
  };

  return {
    list: async (name: string | undefined, options: Options) => {
      if (options.to) return say(await listTable(await releasesFor(name, options), name));
      say(await listTable(storeReleases(requireHome().store), name));
    },
    check: async (given: string, options: Options) => {
      const name = requireName(given);
      say(`${name} ${checked(name, options)} may be published`);
    },
    publish: async (given: string | undefined, version: string | undefined, options: Options) => {
      if (options.new) {
        const adopted = await adoptEarlier(requireHome());
        return [...adopted, ...(await publishNew(requireHome()))].forEach(say);
      }
      const name = requireName(given);
      const built = checked(name, options);
      const wanted = version === undefined ? built : requireVersion(version);
      const releases = await releasesFor(name, options);
      const folder = buildOf(name, options);
      // A version of one's choice that was published before becomes live again, whatever was built since.
      const known =
        version !== undefined &&
        (await releases.list(name)).some((one) => one.releases.some((row) => row.version === wanted));
      if (known) return sayLive(name, await releases.promote(name, wanted, by(options)), options);
      const files = wanted === built ? filesIn(folder) : withVersion(filesIn(folder), wanted);
      const commit = options.commit ?? (await commitOf(path.dirname(folder)));
      const release = signRelease(files, await keyOf(name), commit);
      const live = await releases.publish({ release, files }, by(options)).catch((error: unknown) => {
        if (error instanceof ReleaseKnown) return releases.promote(name, wanted, by(options));
        throw error;
      });
      await sayLive(name, live, options);
    },
    promote: async (given: string, wanted: string, options: Options) => {
      const name = requireName(given);
      const releases = await releasesFor(name, options);
      await sayLive(name, await releases.promote(name, requireVersion(wanted), by(options)), options);
    },
    rollback: async (given: string, wanted: string | undefined, options: Options) => {
      const name = requireName(given);
      const releases = await releasesFor(name, options);
      const target = wanted === undefined ? undefined : requireVersion(wanted);
      await sayLive(name, await releases.rollback(name, target, by(options)), options);
    },
    audit: async (name: string | undefined, options: Options) =>
      say(await auditTable(options.to ? await releasesFor(name, options) : storeReleases(requireHome().store), name)),
    create: async (name: string, options: Options) => {
      const known = options.to || home ? await releasesFor(undefined, options) : undefined;
      const taken = ((await known?.list()) ?? []).map((one) => one.name);
      const folder = await createRemote({ name, parent: path.resolve(options.in ?? process.cwd()), taken });
      say(`${name}: ${folder} is its folder. Build it there (npm run build), then check and publish it.`);
    },
    dev: async (given: string) => {
      if (!development)
        throw new Failure('Remotes are developed in a checkout, beside their sources: npm run remote -- dev <name>');
      const { stopSignal, watchBuild } = development;
      await developRemote({ home: requireHome(), name: requireName(given), signal: stopSignal(), say, watchBuild });
    },
    addToken: async (given: string, { name = 'pipeline' }: Options) =>
      (await addToken(requireHome().store, requireName(given), name)).forEach(say),
    tokens: async () => say(await tokenTable(requireHome().store)),
    removeToken: async (id: string) => say(await removeToken(requireHome().store, id)),
    addKey: async (given: string, file: string) =>
      say(await addKey(requireHome().store, requireName(given), readFileSync(file, 'utf8'))),
    keys: async () => say(await keyTable(requireHome().store)),
    removeKey: async (given: string, id: string) => say(await removeKey(requireHome().store, requireName(given), id)),
  };
};

const programOf = (command: RemoteCommand, complain: (text: string) => void): Command => {
  const act = actions(command);
  const program = new Command('npm run remote --')
    .usage('<command>')
    .helpCommand(false)
    .addHelpText('after', HELP)
    .configureOutput({ writeOut: (text) => command.say(text.trimEnd()), writeErr: complain })
    .exitOverride();
  const add = (usage: string, summary: string): Command =>
    program.command(usage).description(summary).copyInheritedSettings(program);
  const to = ['--to <url>', "the door of an installation elsewhere; without it this machine's"] as const;
  const why = ['--why <reason>', 'for the audit log'] as const;
  const from = ['--from <folder>', 'where the build lies, instead of its dist'] as const;

  add('list [name]', 'what is live, and what it can be rolled back to')
    .option(...to)
    .action(act.list);
  add('create <name>', 'makes the folder of a new remote with one screen')
    .option('--in <folder>', 'the folder in which it is made, instead of this one')
    .option(...to)
    .action(act.create);
  add('check <name>', 'judges a build: description, contract, files, size')
    .option(...from)
    .action(act.check);
  add('publish [name] [version]', 'checks a build, signs it, keeps it (under that version) and makes it live')
    .option(...from)
    .option('--new', 'every build of this checkout that was never published')
    .option('--commit <sha>', 'what the build was made from, where git cannot say')
    .option(...why)
    .option(...to)
    .action(act.publish);
  add('promote <name> <version>', 'makes a release live that was uploaded before')
    .option(...why)
    .option(...to)
    .action(act.promote);
  add('rollback <name> [version]', 'makes the version before, or the named one, live again')
    .option(...why)
    .option(...to)
    .action(act.rollback);
  add('audit [name]', 'who did what, when and why')
    .option(...to)
    .action(act.audit);
  add('dev <name>', 'builds and publishes the remote at every change, until Ctrl-C').action(act.dev);
  const token = add('token', 'what opens the door for a pipeline: one token, one remote');
  token.command('add <name>').description('makes one, and shows it once').option('--name <whose>').action(act.addToken);
  token.command('list').description('all of them, without their secrets').action(act.tokens);
  token.command('revoke <token>').description('by the id that list shows').action(act.removeToken);
  const key = add('key', 'whose signatures are accepted');
  key.command('add <name> <file>').description('a public Ed25519 key in PEM').action(act.addKey);
  key.command('list').description('all of them').action(act.keys);
  key.command('remove <name> <key>').description('by the id that list shows').action(act.removeKey);
  return program;
};

/** Runs `npm run remote -- <args>`. Rejects with a `Failure` of one sentence. */
export async function runRemoteCommand(command: RemoteCommand): Promise<void> {
  let complaint = '';
  const program = programOf(command, (text) => void (complaint += text));
  try {
    if (command.args.length === 0) throw new Failure(program.helpInformation().trimEnd() + HELP);
    await program.parseAsync([...command.args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw new Failure(complaint.trimEnd() || error.message);
  }
}
