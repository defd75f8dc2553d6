import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Registry, Teams } from '../contract/release.ts';
import { writeAtomically } from '../base/files.ts';
import { parseTeams, TEAMS_KEY } from '../registry/keys.ts';
import { parseRegistry, REGISTRY_KEY } from '../registry/registry.ts';
import type { ReleaseStore } from '../store/store.ts';

/** What a store says of all releases at one moment. */
export interface StoreState {
  readonly registry: Registry;
  readonly teams: Teams;
}

export interface RegistryReader {
  /**
   * Returns the same object while the registry has not changed; `again` looks for other keys all the same. Rejects when
   * the store is away, and when registry or keys are damaged or gone: nobody deletes what was there.
   */
  read(again?: boolean): Promise<StoreState>;
  /** What `remember` kept last, perhaps before a restart; empty at first. */
  remembered(): StoreState;
  /** Keeps what was read last, for a start while the store is away. */
  remember(): void;
}

/** Reads registry and keys of a store, each again only when it has changed. `dir` is where they are remembered. */
export const registryReader = (store: ReleaseStore, dir: string): RegistryReader => {
  const tags = new Map<string, string>();
  const bodies = new Map<string, Buffer>();
  let last: { readonly body: Buffer | undefined; readonly state: StoreState } | undefined;

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
  const former: StoreState = (() => {
    try {
      return { registry: parseRegistry(bodies.get(REGISTRY_KEY)), teams: parseTeams(bodies.get(TEAMS_KEY)) };
    } catch {
      return { registry: parseRegistry(undefined), teams: parseTeams(undefined) };
    }
  })();

  return {
    read: async (again = false) => {
      const body = await readLatest(REGISTRY_KEY);
      if (last && last.body === body && !again) return last.state;
      // Keys matter when there is something to verify.
      const state = { registry: parseRegistry(body), teams: parseTeams(await readLatest(TEAMS_KEY)) };
      last = { body, state };
      return state;
    },
    remembered: () => former,
    remember: () => {
      for (const [key, body] of bodies) writeAtomically(fileOf(key), body.toString());
    },
  };
};
