import { declarations, errorBody, type Declarations } from '@course/contracts';
import { remoteDescriptor } from '../contract/descriptor.ts';
import { Failure } from '../base/failure.ts';
import { parseObject } from '../base/files.ts';
import { declarationOf, visitorReleases } from '../registry/visitor-releases.ts';
import { readRegistry } from '../registry/registry.ts';
import { folderKey, readerOf } from '../registry/stored-release.ts';
import type { ReleaseStore } from '../store/store.ts';

/** Reads the declarations of the releases that visitors may have from a store. Canaries count as live. */
export const declarationsIn = async (store: ReleaseStore, now: Date): Promise<Declarations> => {
  const releases: Declarations['releases'] = [];
  for (const { remote, id, row, channel } of visitorReleases(await readRegistry(store), now)) {
    const { version, folder } = row;
    const place = `${folderKey(remote, folder)}remote.json`;
    const body = await readerOf(store, remote, folder)('remote.json');
    if (!body) throw new Failure(`The store has lost ${place}. Publish it again.`);
    const descriptor = parseObject(place, remoteDescriptor, body);
    releases.push(declarationOf({ remote, version, release: id }, channel !== undefined, descriptor));
  }
  return { releases };
};

const TIMEOUT_MS = 10_000;

/** Reads the same from an edge's internal port. Rejects with a one-sentence `Failure` if it does not respond. */
export const declarationsAt = async (address: string): Promise<Declarations> => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  url?.searchParams.set('for', 'compat');
  const response = url && (await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined));
  const body: unknown = await response?.json().catch(() => undefined);
  const parsed = declarations.safeParse(body);
  if (parsed.success) return parsed.data;
  const unavailable = response?.status === 503 ? errorBody.safeParse(body).data : undefined;
  if (unavailable) throw new Failure(unavailable.message);
  throw new Failure(
    `${address} does not say what the live releases declare. Name /declarations on the edge's internal port (INTERNAL_PORT).`,
  );
};
