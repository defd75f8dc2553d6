import path from 'node:path';
import { PROJECT_ROOT } from '@course/ops/paths';

/** Where a data folder keeps published builds, and which of them are live. */
export interface Places {
  readonly registryFile: string;
  readonly remotesDir: string;
}

export const placesIn = (dataDir: string): Places => ({
  registryFile: path.join(dataDir, 'registry.json'),
  remotesDir: path.join(dataDir, 'remotes'),
});

/** The folder of one published build. */
export const buildFolder = ({ remotesDir }: Places, name: string, version: string): string => path.join(remotesDir, name, version);

/** Where a remote's team has its sources. */
export const projectFolder = (name: string): string => path.join(PROJECT_ROOT, name);
