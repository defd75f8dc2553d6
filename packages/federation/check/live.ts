import pMap from 'p-map';
import { z } from 'zod';
import { remoteDescriptor, remoteEntry, type RemoteDescriptor } from '../contract/descriptor.ts';
import type { KnownRemote } from '../edge/live.ts';
import { Failure, sentenceOf } from '../base/failure.ts';
import { parseObject } from '../base/files.ts';
import { readRegistry, stableOf } from '../registry/registry.ts';
import { readerOf, type ReadFile } from '../registry/stored-release.ts';
import { AT_ONCE, type ReleaseStore } from '../store/store.ts';
import { readSitePage, type SitePage } from './site-page.ts';

/** What is live, as far as a build is compared with it. */
export interface Live {
  readonly remotes: readonly RemoteDescriptor[];
  /** The style sheets beside which those of one remote stand, without its own. */
  stylesBeside(remote: string): readonly string[];
}

/** What is live on a site that runs. */
export interface LiveSite extends Live {
  readonly url: string;
  readonly known: readonly KnownRemote[];
  readonly page: SitePage;
}

interface LiveRemote {
  readonly descriptor: RemoteDescriptor;
  readonly styles: readonly string[];
}

/** Undefined where what is live has no description: whatever it has cannot be compared. */
const readRemote = async (read: ReadFile): Promise<LiveRemote | undefined> => {
  const body = await read('remote.json');
  if (!body) return undefined;
  const descriptor = parseObject('remote.json', remoteDescriptor, body);
  const sheets = await Promise.all(descriptor.styles.map(read));
  return { descriptor, styles: sheets.flatMap((sheet) => (sheet ? [sheet.toString()] : [])) };
};

const liveOf = (remotes: readonly LiveRemote[], host: readonly string[]): Live => ({
  remotes: remotes.map(({ descriptor }) => descriptor),
  stylesBeside: (remote) => [
    ...host,
    ...remotes.filter(({ descriptor }) => descriptor.name !== remote).flatMap(({ styles }) => styles),
  ],
});

/** Returns what a store's registry points to. The host's own style sheets are not in it. */
export const liveInStore = async (store: ReleaseStore): Promise<Live> => {
  const current = await readRegistry(store);
  const found = await Promise.all(
    Object.keys(current.remotes).map(async (name) => {
      const live = stableOf(current, name);
      return live && readRemote(readerOf(store, name, live.row.folder));
    }),
  );
  return liveOf(
    found.filter((remote) => remote !== undefined),
    [],
  );
};

const GIVE_UP_MS = 10_000;

const fetched = async (url: URL): Promise<Response> => {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(GIVE_UP_MS) });
  } catch (error) {
    throw new Failure(
      `${url.origin} cannot be reached. Start the stack, or name the site: --site (${sentenceOf(error).split('\n')[0]})`,
    );
  }
};

const servedRemote = remoteEntry.loose().extend({ name: z.string(), integrity: z.string().optional() });
const served = z.object({ remotes: z.array(servedRemote) });
type ServedRemote = z.infer<typeof servedRemote>;

/** Reads what a site shows to a new visitor: its page, and the description of every remote. */
export const liveOnSite = async (url: string): Promise<LiveSite> => {
  const [config, page] = await Promise.all([
    fetched(new URL('/runtime-config.json', url)),
    fetched(new URL('/', url)).then(readSitePage),
  ]);
  const { remotes } = parseObject(`${url}/runtime-config.json`, served, await config.text());
  const read = async ({ name, entry, version, contract, integrity }: ServedRemote) => {
    const live = await readRemote(async (file) => {
      const response = await fetched(new URL(file, new URL(entry, url)));
      return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
    });
    const known: KnownRemote = {
      name,
      entry: { entry, version, contract },
      descriptor: live?.descriptor,
      ...(integrity && { files: [{ file: 'remoteEntry.js', integrity, bytes: 0 }] }),
    };
    return { known, live };
  };
  const found = await pMap(remotes, read, { concurrency: AT_ONCE });
  const live = found.flatMap((remote) => (remote.live ? [remote.live] : []));
  const host = await Promise.all(page.shell.styles.map((file) => page.readStyle(`/${file}`)));
  const linked = host.filter((css) => css !== undefined);
  return { ...liveOf(live, linked), url, known: found.map(({ known }) => known), page };
};
