import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readBuild } from '../check/build.ts';
import { readContracts } from '../compat/read-contracts.ts';
import { doorReleases } from '../door/client.ts';
import { adoptEarlier } from '../registry/adopt.ts';
import { Failure } from '../base/failure.ts';
import { commitOf, homeToken, trustedKey, type ReleaseHome } from '../registry/home.ts';
import { signingKey } from '../registry/keys.ts';
import { PREVIEW_DAYS } from '../registry/preview-link.ts';
import { publishNew } from '../publish/publish-new.ts';
import { projectFolder } from '../registry/registry.ts';
import { signBuild } from '../registry/release.ts';
import { requireName, storeReleases } from '../registry/releases.ts';
import { ReleaseKnown, type Releases } from '../registry/team-actions.ts';
import type { Upload } from '../registry/uploads.ts';
import { requireVersion } from './arguments.ts';
import { runCheck, type CheckOptions, type CheckTools } from './check.ts';
import { createRemote } from './create.ts';
import type { Credentials } from './credentials.ts';
import { developRemote, type WatchBuild } from './dev.ts';
import { auditTable, listTable, previewTable } from './tables.ts';
import { addKey, addToken, keyTable, removeKey, removeToken, tokenTable } from './teams.ts';
import { liveReporter } from './until-live.ts';

export interface RemoteCommand extends CheckTools {
  readonly given?: Credentials;
  readonly args: readonly string[];
  /** How remotes are built at every change; none where no sources lie. */
  readonly development?: {
    /** Returns what asks the command to stop. */
    readonly stopSignal: () => AbortSignal;
    readonly watchBuild: WatchBuild;
  };
}

interface Options extends CheckOptions {
  readonly from?: string;
  readonly why?: string;
  readonly commit?: string;
  readonly new?: boolean;
  readonly name?: string;
  /** Of 100 visitors. */
  readonly canary?: number;
  readonly promote?: boolean;
  readonly days?: number;
  readonly in?: string;
}

/** What the commands do. */
export const actions = (command: RemoteCommand) => {
  const { home, running, given = {}, say, development } = command;
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
    const { store } = requireHome();
    return storeReleases(store, { readContracts: () => readContracts({}) });
  };
  const { sayLive, sayCanary, sayPreview } = liveReporter({ say, running });
  const by = ({ why = '' }: Options) => ({ who: 'operator', why });
  const buildOf = (name: string, { from }: Options): string =>
    path.resolve(from ?? path.join(projectFolder(name), 'dist'));
  const check = (name: string, options: Options): Promise<string> =>
    runCheck(command, { name, folder: buildOf(name, options), options });
  const keyOf = (name: string) => (given.signingKey ? signingKey(given.signingKey) : trustedKey(requireHome(), name));
  const canaryOf = ({ canary: share, promote = false }: Options) =>
    share === undefined ? undefined : { share, promote };
  /** A checked build, signed by its team. */
  const signedBy = async (name: string, version: string, options: Options): Promise<Upload> => {
    const folder = buildOf(name, options);
    const commit = options.commit ?? (await commitOf(path.dirname(folder)));
    return signBuild(readBuild(folder).files, await keyOf(name), { version, commit });
  };

  const endPreview = async (given: string, preview: string, options: Options): Promise<void> => {
    const name = requireName(given);
    const releases = await releasesFor(name, options);
    const [remote] = await releases.list(name);
    // A pipeline ends what it may never have made. A remote that is not listed is not the token's: ending says so.
    if (remote && !remote.previews.some((one) => one.name === preview))
      return say(`${name} has no preview ${preview} to end. Type: npm run remote -- preview list ${name}`);
    const { version } = await releases.endPreview(name, preview, by(options));
    say(`${name}: the preview ${preview} of ${version} has ended`);
  };

  return {
    list: async (name: string | undefined, options: Options) => {
      if (options.to) return say(await listTable(await releasesFor(name, options), name));
      say(await listTable(storeReleases(requireHome().store), name));
    },
    check: async (given: string, options: Options) => {
      const name = requireName(given);
      say(`${name} ${await check(name, options)} may be published`);
    },
    publish: async (given: string | undefined, version: string | undefined, options: Options) => {
      if (options.new) {
        const adopted = await adoptEarlier(requireHome());
        return [...adopted, ...(await publishNew(requireHome()))].forEach(say);
      }
      const name = requireName(given);
      const releases = await releasesFor(name, options);
      // A version of one's choice that was published before becomes live again, whatever was built since.
      const [remote] = await releases.list(name);
      const known = remote?.releases.find((row) => row.version === version);
      const chosen = version === undefined ? undefined : requireVersion(version);
      const built = known?.version ?? (await check(name, options));
      const wanted = chosen ?? built;
      const upload = known ? undefined : await signedBy(name, wanted, options);
      const canary = canaryOf(options);
      if (canary && remote?.stable?.release === (known ?? upload?.release)?.release)
        return say(`${name}: ${wanted} is live for everybody already`);
      const pointAgain = () =>
        canary ? releases.canary(name, wanted, canary, by(options)) : releases.promote(name, wanted, by(options));
      const pointed = upload
        ? await releases.publish(upload, by(options), canary).catch((error: unknown) => {
            if (error instanceof ReleaseKnown) return pointAgain();
            throw error;
          })
        : await pointAgain();
      pointed.warnings?.forEach(say);
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
      const version = await check(name, options);
      const releases = await releasesFor(name, options);
      const upload = await signedBy(name, version, options);
      const target = { name: options.name ?? 'preview', days: options.days ?? PREVIEW_DAYS };
      const [remote] = await releases.list(name);
      if ([remote?.stable?.release, remote?.canary?.release].includes(upload.release.release)) {
        say(`${name}: ${version} is given to visitors already, it needs no preview`);
        // Its link would go on showing the build before this one.
        if (remote?.previews.some((one) => one.name === target.name)) await endPreview(name, target.name, options);
        return;
      }
      const previewed = await releases.preview(upload, target, by(options));
      previewed.warnings?.forEach(say);
      await sayPreview(name, previewed, options);
    },
    previews: async (name: string | undefined, options: Options) => {
      // The door lists the remote of a token.
      const isHere = name === undefined && running !== undefined && options.to === undefined;
      const names = isHere ? (await storeReleases(requireHome().store).list()).map((one) => one.name) : [name];
      const lists = await Promise.all(names.map(async (one) => (await releasesFor(one, options)).list(one)));
      say(previewTable(lists.flat()));
    },
    endPreview,
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
