import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readBuild } from '../check/build.ts';
import { readContracts } from '../compat/read-contracts.ts';
import { releasesOverHttp } from '../publishing-api/client.ts';
import { adoptEarlier } from '../registry/adopt.ts';
import { Failure } from '../base/failure.ts';
import { projectFolder } from '../base/paths.ts';
import { readRegistry } from '../registry/registry.ts';
import { commitOf, localToken, trustedKey, type LocalReleases } from '../registry/local-releases.ts';
import { signingKey } from '../registry/keys.ts';
import { PREVIEW_DAYS } from '../registry/preview-link.ts';
import { publishNew } from '../publish/publish-new.ts';
import { signBuild } from '../registry/release.ts';
import { storeReleases } from '../registry/releases.ts';
import { liveDeclarations } from '../registry/stored-release.ts';
import { ReleaseKnown, type CanaryTarget, type Releases } from '../registry/team-actions.ts';
import type { Upload } from '../registry/uploads.ts';
import { requireName, requireVersion } from './arguments.ts';
import { runCheck, type CheckOptions, type CheckTools } from './check.ts';
import { createRemote } from './create.ts';
import type { Credentials } from './credentials.ts';
import { developRemote, type WatchBuild } from './dev.ts';
import { auditTable, listTable, previewTable } from './tables.ts';
import { addKey, addToken, keyTable, removeKey, removeToken, tokenTable } from './teams.ts';
import { liveReporter } from './until-live.ts';

export interface RemoteCommand extends CheckTools {
  /** How the command is typed, for its help. */
  readonly program?: string;
  /** The data folder if DATA_DIR is not set, for its help; absent where DATA_DIR has no default. */
  readonly defaultDataDir?: string;
  readonly credentials?: Credentials;
  /** Throws a one-sentence failure if the data folder cannot be written. */
  readonly requireWritable?: () => void;
  readonly args: readonly string[];
  /** How remotes are rebuilt at every change; absent where there are no sources. */
  readonly development?: {
    /** Returns the signal that stops the command. */
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

/** Returns the actions of the commands. */
export const actions = (command: RemoteCommand) => {
  const { local, running, credentials = {}, say, development, requireWritable = () => undefined } = command;
  const requireLocal = (): LocalReleases => {
    if (local) return local;
    throw new Failure('Set DATA_DIR to the data folder, or name a publishing API: --to https://releases.example.com');
  };
  /** For actions that change what the data folder contains. */
  const writableLocal = (): LocalReleases => {
    requireWritable();
    return requireLocal();
  };
  const releasesFor = async (name: string | undefined, { to }: Options): Promise<Releases> => {
    if (to) {
      if (!credentials.token) throw new Failure('Set REMOTE_TOKEN to the token of your remote.');
      return releasesOverHttp({ url: to, token: credentials.token });
    }
    if (running && name)
      return releasesOverHttp({ url: running.publishingUrl, token: await localToken(requireLocal(), name) });
    const { store } = requireLocal();
    return storeReleases(store, { readContracts: () => readContracts({}) });
  };
  /** For actions that change releases. */
  const changing = async (name: string, options: Options): Promise<Releases> => {
    if (!options.to) requireWritable();
    return releasesFor(name, options);
  };
  const { sayLive, sayCanary, sayPreview } = liveReporter({ say, running });
  const by = ({ why = '' }: Options) => ({ who: 'operator', why });
  const buildOf = (name: string, { from }: Options): string =>
    path.resolve(from ?? path.join(projectFolder(name), 'dist'));
  const check = (name: string, options: Options): Promise<string> =>
    runCheck(command, { name, folder: buildOf(name, options), options });
  const keyOf = (name: string) =>
    credentials.signingKey ? signingKey(credentials.signingKey) : trustedKey(writableLocal(), name);
  const canaryOf = ({ canary: share, promote = false }: Options): CanaryTarget | undefined => {
    if (share !== undefined) return { share, promote };
    if (!promote) return undefined;
    throw new Failure('--promote needs --canary <share>: without it the build goes live for everybody at once.');
  };
  /** Signs a checked build with its team's key. */
  const sign = async (name: string, version: string, options: Options): Promise<Upload> => {
    const folder = buildOf(name, options);
    const commit = options.commit ?? (await commitOf(path.dirname(folder)));
    return signBuild(readBuild(folder).files, await keyOf(name), { version, commit });
  };

  const endPreview = async (typedName: string, preview: string, options: Options): Promise<void> => {
    const name = requireName(typedName);
    const releases = await changing(name, options);
    const [remote] = await releases.list(name, { verify: false });
    // A pipeline may end a preview that it never created. For a remote that is not listed, the call below reports the
    // wrong token.
    if (remote && !remote.previews.some((known) => known.name === preview))
      return say(`${name} has no preview ${preview} to end. Type: remote preview list ${name}`);
    const { version } = await releases.endPreview(name, preview, by(options));
    say(`${name}: the preview ${preview} of ${version} has ended`);
  };

  return {
    list: async (name: string | undefined, options: Options) => {
      if (options.to) return say(await listTable(await releasesFor(name, options), name));
      say(await listTable(storeReleases(requireLocal().store), name));
    },
    check: async (typedName: string, options: Options) => {
      const name = requireName(typedName);
      say(`${name} ${await check(name, options)} may be published`);
    },
    publish: async (typedName: string | undefined, version: string | undefined, options: Options) => {
      if (options.new) {
        const adopted = await adoptEarlier(writableLocal());
        return [...adopted, ...(await publishNew(requireLocal(), { keepOthers: true }))].forEach(say);
      }
      const name = requireName(typedName);
      const canary = canaryOf(options);
      const releases = await changing(name, options);
      // A named version that was published before becomes live again, whatever was built since.
      const [remote] = await releases.list(name, { verify: false });
      const known = remote?.releases.find((row) => row.version === version);
      const chosen = version === undefined ? undefined : requireVersion(version);
      const built = known?.version ?? (await check(name, options));
      const wanted = chosen ?? built;
      const upload = known ? undefined : await sign(name, wanted, options);
      if (canary && remote?.stable?.release === (known ?? upload?.release)?.release)
        return say(`${name}: ${wanted} is already live for everybody`);
      const repoint = () =>
        canary ? releases.canary(name, wanted, canary, by(options)) : releases.promote(name, wanted, by(options));
      const pointed = upload
        ? await releases.publish(upload, by(options), canary).catch((error: unknown) => {
            if (error instanceof ReleaseKnown) return repoint();
            throw error;
          })
        : await repoint();
      await (canary ? sayCanary : sayLive)(name, pointed, options);
    },
    promote: async (typedName: string, wanted: string | undefined, options: Options) => {
      const name = requireName(typedName);
      const releases = await changing(name, options);
      const target = wanted === undefined ? undefined : requireVersion(wanted);
      await sayLive(name, await releases.promote(name, target, by(options)), options);
    },
    abort: async (typedName: string, options: Options) => {
      const name = requireName(typedName);
      const { version } = await (await changing(name, options)).abort(name, by(options));
      say(`${name}: ${version} is no longer given to visitors`);
    },
    preview: async (typedName: string, options: Options) => {
      const name = requireName(typedName);
      const version = await check(name, options);
      const releases = await changing(name, options);
      const upload = await sign(name, version, options);
      const target = { name: options.name ?? 'preview', days: options.days ?? PREVIEW_DAYS };
      const [remote] = await releases.list(name, { verify: false });
      if ([remote?.stable?.release, remote?.canary?.release].includes(upload.release.release)) {
        say(`${name}: ${version} is already given to visitors, so it needs no preview`);
        // Its link would keep showing the previous build.
        if (remote?.previews.some((known) => known.name === target.name)) await endPreview(name, target.name, options);
        return;
      }
      const previewed = await releases.preview(upload, target, by(options));
      await sayPreview(name, previewed, options);
    },
    previews: async (name: string | undefined, options: Options) => {
      // A publishing API lists only the remote of the token.
      const isLocal = name === undefined && running !== undefined && options.to === undefined;
      const names = isLocal ? Object.keys((await readRegistry(requireLocal().store)).remotes).sort() : [name];
      const lists = await Promise.all(
        names.map(async (remote) => (await releasesFor(remote, options)).list(remote, { verify: false })),
      );
      say(previewTable(lists.flat()));
    },
    endPreview,
    rollback: async (typedName: string, wanted: string | undefined, options: Options) => {
      const name = requireName(typedName);
      const releases = await changing(name, options);
      const target = wanted === undefined ? undefined : requireVersion(wanted);
      await sayLive(name, await releases.rollback(name, target, by(options)), options);
    },
    audit: async (name: string | undefined, options: Options) =>
      say(await auditTable(options.to ? await releasesFor(name, options) : storeReleases(requireLocal().store), name)),
    create: async (name: string, options: Options) => {
      const current = local && (await readRegistry(local.store));
      const taken = Object.keys(current?.remotes ?? {});
      const live = current ? await liveDeclarations(local.store, current) : [];
      const folder = await createRemote({ name, parent: path.resolve(options.in ?? process.cwd()), taken, live });
      say(`${name}: created in ${folder}. Build it there (npm run build), then check and publish it.`);
    },
    dev: async (typedName: string) => {
      if (!development)
        throw new Failure('Remotes are developed in a checkout, beside their sources: npm run remote -- dev <name>');
      const { stopSignal, watchBuild } = development;
      await developRemote({
        local: writableLocal(),
        name: requireName(typedName),
        signal: stopSignal(),
        say,
        watchBuild,
      });
    },
    addToken: async (typedName: string, { name = 'pipeline' }: Options) =>
      (await addToken(writableLocal().store, requireName(typedName), name)).forEach(say),
    tokens: async () => say(await tokenTable(requireLocal().store)),
    removeToken: async (id: string) => say(await removeToken(writableLocal().store, id)),
    addKey: async (typedName: string, file: string) =>
      say(await addKey(writableLocal().store, requireName(typedName), readFileSync(file, 'utf8'))),
    keys: async () => say(await keyTable(requireLocal().store)),
    removeKey: async (typedName: string, id: string, { force }: { readonly force?: boolean }) =>
      say(await removeKey(writableLocal().store, { remote: requireName(typedName), id, force })),
  };
};
