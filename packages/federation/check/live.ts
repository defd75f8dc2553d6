import pMap from 'p-map';
import { z } from 'zod';
import { remoteDescriptor, remoteEntry, type RemoteDescriptor } from '../contract/descriptor.ts';
import { ENTRY_FILE } from '../contract/entry-file.mjs';
import type { PageRemote } from '../edge/live.ts';
import { Failure, sentenceOf } from '../base/failure.ts';
import { parseObject } from '../base/files.ts';
import { readRegistry, stableOf } from '../registry/registry.ts';
import { styleFiles } from '../registry/release.ts';
import { readerOf, type ReadFile } from '../registry/stored-release.ts';
import { STORE_CONCURRENCY, type ReleaseStore } from '../store/store.ts';
import { readSitePage, type SitePage } from './site-page.ts';

/** The part of what is live that a build is compared with. */
export interface Live {
  readonly remotes: readonly RemoteDescriptor[];
  /** Returns the style sheets that share the page with a remote's: the host's and those of the other remotes. */
  otherStyles(remote: string): readonly string[];
}

/** What is live on a running site. */
export interface LiveSite extends Live {
  readonly url: string;
  readonly known: readonly PageRemote[];
  readonly page: SitePage;
}

interface LiveRemote {
  readonly descriptor: RemoteDescriptor;
  readonly styles: readonly string[];
}

/** Returns undefined if the live release has no descriptor, so that nothing can be compared. */
const readRemote = async (read: ReadFile): Promise<LiveRemote | undefined> => {
  const body = await read('remote.json');
  if (!body) return undefined;
  const descriptor = parseObject('remote.json', remoteDescriptor, body);
  const sheets = await Promise.all(styleFiles(descriptor).map(read));
  return { descriptor, styles: sheets.flatMap((sheet) => (sheet ? [sheet.toString()] : [])) };
};

const liveOf = (remotes: readonly LiveRemote[], host: readonly string[]): Live => ({
  remotes: remotes.map(({ descriptor }) => descriptor),
  otherStyles: (remote) => [
    ...host,
    ...remotes.filter(({ descriptor }) => descriptor.name !== remote).flatMap(({ styles }) => styles),
  ],
});

/** Reads what a store's registry points to. The host's own style sheets are not part of it. */
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

const TIMEOUT_MS = 10_000;

const fetchOrFail = async (url: URL): Promise<Response> => {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw new Failure(
      `${url.origin} cannot be reached. Start the stack, or name the site: --site (${sentenceOf(error).split('\n')[0]})`,
    );
  }
};

const servedRemote = remoteEntry.loose().extend({ name: z.string(), integrity: z.string().optional() });
const served = z.object({ remotes: z.array(servedRemote) });
type ServedRemote = z.infer<typeof servedRemote>;

/** Reads what a site serves to a new visitor: its page, and the descriptor of every remote. */
export const liveOnSite = async (url: string): Promise<LiveSite> => {
  const [config, page] = await Promise.all([
    fetchOrFail(new URL('/runtime-config.json', url)),
    fetchOrFail(new URL('/', url)).then(readSitePage),
  ]);
  const { remotes } = parseObject(`${url}/runtime-config.json`, served, await config.text());
  const read = async ({ name, entry, version, contract, integrity }: ServedRemote) => {
    const live = await readRemote(async (file) => {
      const response = await fetchOrFail(new URL(file, new URL(entry, url)));
      return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
    });
    const known: PageRemote = {
      name,
      entry: { entry, version, contract },
      descriptor: live?.descriptor,
      ...(integrity && { files: [{ file: ENTRY_FILE, integrity, bytes: 0 }] }),
    };
    return { known, live };
  };
  const found = await pMap(remotes, read, { concurrency: STORE_CONCURRENCY });
  const live = found.flatMap((remote) => (remote.live ? [remote.live] : []));
  const host = await Promise.all(page.shell.styles.map((file) => page.readStyle(`/${file}`)));
  const linked = host.filter((css) => css !== undefined);
  return { ...liveOf(live, linked), url, known: found.map(({ known }) => known), page };
};
