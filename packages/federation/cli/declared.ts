import { declarations, type Declarations } from '@course/contracts';
import { remoteDescriptor } from '../contract/descriptor.ts';
import { Failure } from '../base/failure.ts';
import { parseObject } from '../base/files.ts';
import { declarationOf, heldReleases } from '../registry/held-releases.ts';
import { readRegistry } from '../registry/registry.ts';
import { folderKey, readerOf } from '../registry/stored-release.ts';
import type { ReleaseStore } from '../store/store.ts';

/** Reads what the releases of a store declare that visitors may have, canaries as live ones. */
export const declarationsIn = async (store: ReleaseStore, now: Date): Promise<Declarations> => {
  const releases: Declarations['releases'] = [];
  for (const { remote, id, row, channel } of heldReleases(await readRegistry(store), now)) {
    const { version, folder } = row;
    const place = `${folderKey(remote, folder)}remote.json`;
    const body = await readerOf(store, remote, folder)('remote.json');
    if (!body) throw new Failure(`The store has lost ${place}. Publish it again.`);
    const descriptor = parseObject(place, remoteDescriptor, body);
    releases.push(declarationOf({ remote, version, release: id }, channel !== undefined, descriptor));
  }
  return { releases };
};

const ANSWER_MS = 10_000;

/** Asks an edge's internal port for the same. Rejects with a `Failure` of one sentence when it does not answer. */
export const declarationsAt = async (address: string): Promise<Declarations> => {
  const asked = URL.canParse(address) ? new URL(address) : undefined;
  asked?.searchParams.set('for', 'compat');
  const response = asked && (await fetch(asked, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined));
  const parsed = declarations.safeParse(await response?.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  throw new Failure(
    `${address} does not say what the live releases declare. Name /declarations on the edge's internal port (INTERNAL_PORT).`,
  );
};
