import { registry, type Registry } from '@course/contracts';
import { takeLock } from '../process/lock.mjs';
import { readJson, writeAtomically } from '@course/ops/files';
import type { Places } from './places.ts';

export type LiveRemote = Registry['remotes'][string];

/** The registry as it is now; empty when nothing was published yet. */
export const readRegistry = ({ registryFile }: Places): Registry => readJson(registryFile, registry) ?? { remotes: {} };

/** Changes the registry as a whole. Two publishers at once take turns. */
export const changeRegistry = async (places: Places, change: (current: Registry) => Registry): Promise<Registry> => {
  const release = await takeLock(`${places.registryFile}.lock`);
  try {
    const changed = registry.parse(change(readRegistry(places)));
    writeAtomically(places.registryFile, `${JSON.stringify(changed, null, 2)}\n`);
    return changed;
  } finally {
    release();
  }
};
