import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Command, CommanderError } from 'commander';
import { doorReleases } from '../door/client.ts';
import { adoptEarlier } from '../registry/adopt.ts';
import { checkBuild, checkTable, readDescriptor, requireSound } from '../registry/check.ts';
import { commitOf } from '../registry/commit.ts';
import { Failure } from '../registry/failure.ts';
import { homeToken, trustedKey, type ReleaseHome } from '../registry/home.ts';
import { signingKey } from '../registry/keys.ts';
import { PREVIEW_DAYS } from '../registry/preview-link.ts';
import { publishNew } from '../registry/publish-new.ts';
import { projectFolder } from '../registry/registry.ts';
import { filesIn, signRelease, withVersion } from '../registry/release.ts';
import { ReleaseKnown, requireName, storeReleases, type Releases, type Upload } from '../registry/releases.ts';
import { numberFrom, requireVersion } from './arguments.ts';
import type { Credentials } from './credentials.ts';
import { developRemote, type WatchBuild } from './dev.ts';
import { auditTable, listTable, previewTable } from './tables.ts';
import { addKey, addToken, keyTable, removeKey, removeToken, tokenTable } from './teams.ts';
import { liveReporter } from './until-live.ts';

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
  /** Of 100 visitors. */
  readonly canary?: number;
  readonly promote?: boolean;
  readonly days?: number;
}

const HELP = `
DATA_DIR names the stack's data folder (default .data). With --to, REMOTE_TOKEN is the team's token and
REMOTE_SIGNING_KEY its private key in PEM (REMOTE_SIGNING_KEY_FILE: the file that holds it).`;

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
  const { sayLive, sayCanary, sayPreview } = liveReporter({ say, running });
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
  const canaryOf = ({ canary: share, promote = false }: Options) =>
    share === undefined ? undefined : { share, promote };
  /** A checked build, signed by its team. */
  const signedBy = async (name: string, version: string, options: Options): Promise<Upload> => {
    const folder = buildOf(name, options);
    const built = filesIn(folder);
    const files = version === readDescriptor(folder).version ? built : withVersion(built, version);
    const commit = options.commit ?? (await commitOf(path.dirname(folder)));
    return { release: signRelease(files, await keyOf(name), commit), files };
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
      const canary = canaryOf(options);
      const pointAgain = () =>
        canary ? releases.canary(name, wanted, canary, by(options)) : releases.promote(name, wanted, by(options));
      // A version of one's choice that was published before becomes live again, whatever was built since.
      const isKnown =
        version !== undefined &&
        (await releases.list(name)).some((one) => one.releases.some((row) => row.version === wanted));
      const pointed = isKnown
        ? await pointAgain()
        : await releases.publish(await signedBy(name, wanted, options), by(options), canary).catch((error: unknown) => {
            if (error instanceof ReleaseKnown) return pointAgain();
            throw error;
          });
      await (canary ? sayCanary : sayLive)(name, pointed, options);
    },
    promote: async (given: string, wanted: string | undefined, options: Options) => {
      const name = requireName(given);
      const releases = await releasesFor(name, options);
      const target = wanted === undefined ? undefined : requireVersion(wanted);
      await sayLive(name, await releases.promote(name, target, by(options)), options);
    },
    abort: async (given: string, options: Options) => {
      const name = requireName(given);
      const { version } = await (await releasesFor(name, options)).abort(name, by(options));
      say(`${name}: ${version} is given to nobody any more`);
    },
    preview: async (given: string, options: Options) => {
      const name = requireName(given);
      const version = checked(name, options);
      const releases = await releasesFor(name, options);
      const upload = await signedBy(name, version, options);
      const target = { name: options.name ?? 'preview', days: options.days ?? PREVIEW_DAYS };
      await sayPreview(name, await releases.preview(upload, target, by(options)), options);
    },
    previews: async (name: string | undefined, options: Options) => {
      // The door lists the remote of a token.
      const isHere = name === undefined && running !== undefined && options.to === undefined;
      const names = isHere ? (await storeReleases(requireHome().store).list()).map((one) => one.name) : [name];
      const lists = await Promise.all(names.map(async (one) => (await releasesFor(one, options)).list(one)));
      say(previewTable(lists.flat()));
    },
    endPreview: async (given: string, preview: string, options: Options) => {
      const name = requireName(given);
      const { version } = await (await releasesFor(name, options)).endPreview(name, preview, by(options));
      say(`${name}: the preview ${preview} of ${version} has ended`);
    },
    rollback: async (given: string, wanted: string | undefined, options: Options) => {
      const name = requireName(given);
      const releases = await releasesFor(name, options);
      const target = wanted === undefined ? undefined : requireVersion(wanted);
      await sayLive(name, await releases.rollback(name, target, by(options)), options);
    },
    audit: async (name: string | undefined, options: Options) =>
      say(await auditTable(options.to ? await releasesFor(name, options) : storeReleases(requireHome().store), name)),
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
  const commit = ['--commit <sha>', 'what the build was made from, where git cannot say'] as const;
  const from = ['--from <folder>', 'where the build lies, instead of its dist'] as const;

  add('list [name]', 'what is live, and what it can be rolled back to')
    .option(...to)
    .action(act.list);
  add('check <name>', 'judges a build: description, contract, files, size')
    .option(...from)
    .action(act.check);
  add('publish [name] [version]', 'checks a build, signs it, keeps it (under that version) and makes it live')
    .option(...from)
    .option('--new', 'every build of this checkout that was never published')
    .option('--canary <share>', 'gives it to this share of visitors instead, 1 to 100 of 100', numberFrom(1, 100))
    .option('--promote', 'makes the canary live by itself once it is judged good')
    .option(...commit)
    .option(...why)
    .option(...to)
    .action(act.publish);
  add('promote <name> [version]', 'makes the canary live, or a release that was uploaded before')
    .option(...why)
    .option(...to)
    .action(act.promote);
  add('abort <name>', 'ends the canary: its visitors leave it at once')
    .requiredOption(...why)
    .option(...to)
    .action(act.abort);
  const preview = add('preview <name>', 'checks a build, signs it and prints a link that shows it to whoever opens it')
    .option(...from)
    .option('--name <preview>', 'such as pr-12; the next build of the same name takes its place', 'preview')
    .option('--days <days>', 'how long the link opens it', numberFrom(1, 30), PREVIEW_DAYS)
    .option(...commit)
    .option(...why)
    .option(...to)
    .action(act.preview);
  preview
    .command('list [name]')
    .description('all previews with their links')
    .option(...to)
    .action(act.previews);
  preview
    .command('end <name> <preview>')
    .description('ends one: its link shows nothing any more')
    .option(...why)
    .option(...to)
    .action(act.endPreview);
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
