import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Registry, Teams } from '../contract/release.ts';
import { writeAtomically } from '../base/files.ts';
import { parseTeams, TEAMS_KEY } from '../registry/keys.ts';
import { parseRegistry, REGISTRY_KEY } from '../registry/registry.ts';
import type { ReleaseStore } from '../store/store.ts';

/** The state of all releases in a store at one moment. */
export interface StoreState {
  readonly registry: Registry;
  readonly teams: Teams;
}

/**
 * Returns a reader of a store's registry and keys, which re-reads each only if it has changed. `dir` is where it saves
 * them.
 */
export const registryReader = (store: ReleaseStore, dir: string) => {
  const tags = new Map<string, string>();
  const bodies = new Map<string, Buffer>();
  let last: { readonly bodies: ReadonlyMap<string, Buffer>; readonly state: StoreState } | undefined;

  const fileOf = (key: string): string => path.join(dir, key);
  for (const key of [REGISTRY_KEY, TEAMS_KEY]) {
    try {
      bodies.set(key, readFileSync(fileOf(key)));
    } catch {
      // The first start.
    }
  }

  const readLatest = async (key: string): Promise<Buffer | undefined> => {
    const found = await store.read(key, tags.get(key));
    if (found === 'unchanged') return bodies.get(key);
    if (!found) {
      if (bodies.has(key)) throw new Error(`${key} is gone from the store.`);
      return undefined;
    }
    tags.set(key, found.tag);
    bodies.set(key, found.body);
    return found.body;
  };
  const remembered: StoreState = (() => {
    try {
      return { registry: parseRegistry(bodies.get(REGISTRY_KEY)), teams: parseTeams(bodies.get(TEAMS_KEY)) };
    } catch {
      return { registry: parseRegistry(undefined), teams: parseTeams(undefined) };
    }
  })();

  return {
    /**
     * Returns the same object while the registry has not changed; `force` checks for changed keys anyway. Rejects if the
     * store is unavailable, or if registry or keys are damaged or gone: they are never deleted on purpose.
     */
    read: async (force = false): Promise<StoreState> => {
      const body = await readLatest(REGISTRY_KEY);
      if (last && last.bodies.get(REGISTRY_KEY) === body && !force) return last.state;
      // Keys matter only if there is something to verify.
      const state = { registry: parseRegistry(body), teams: parseTeams(await readLatest(TEAMS_KEY)) };
      last = { bodies: new Map(bodies), state };
      return state;
    },
    /** Returns what `remember` had saved when this process started; empty at the first start. */
    remembered: (): StoreState => remembered,
    /** Saves the last undamaged state that was read, for a start while the store is unavailable. */
    remember: (): void => {
      for (const [key, body] of last?.bodies ?? []) writeAtomically(fileOf(key), body.toString());
    },
  };
};
