import { declarations, type Declarations } from '@course/contracts';
import { remoteDescriptor } from '../contract/descriptor.ts';
import type { RemoteState } from '../contract/release.ts';
import { Failure } from '../base/failure.ts';
import { parseObject } from '../base/files.ts';
import { mayBeHeld, readRegistry } from '../registry/registry.ts';
import { folderKey, readerOf } from '../registry/stored-release.ts';
import type { ReleaseStore } from '../store/store.ts';

const liveOf = ({ channels: { stable, canary } }: RemoteState): readonly string[] =>
  [stable, canary?.release].filter((id) => id !== undefined);

/** Reads what the releases of a store declare that visitors may have, as the edge's `GET /declarations` does. */
export const declarationsIn = async (store: ReleaseStore, now: Date): Promise<Declarations> => {
  const { remotes } = await readRegistry(store);
  const releases: Declarations['releases'] = [];
  for (const [remote, state] of Object.entries(remotes))
    for (const [id, row] of Object.entries(state.releases)) {
      if (!mayBeHeld(state, { id, row }, now)) continue;
      const { version, folder } = row;
      const body = await readerOf(store, remote, folder)('remote.json');
      if (!body) throw new Failure(`The store has lost ${folderKey(remote, folder)}remote.json. Publish it again.`);
      const { flow = null, routes } = parseObject(`${folderKey(remote, folder)}remote.json`, remoteDescriptor, body);
      const live = liveOf(state).includes(id);
      releases.push({ remote, version, live, flow, paths: routes.map((route) => route.path) });
    }
  return { releases };
};

const ANSWER_MS = 10_000;

/** Asks an edge's internal port. Rejects with a `Failure` of one sentence when it does not answer. */
export const declarationsAt = async (address: string): Promise<Declarations> => {
  const response = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined);
  const parsed = declarations.safeParse(await response?.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  throw new Failure(
    `${address} does not say what the live releases declare. Name /declarations on the edge's internal port (INTERNAL_PORT).`,
  );
};
