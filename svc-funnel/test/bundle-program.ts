import { rmSync } from 'node:fs';
import path from 'node:path';
import { nodeConfig } from '@course/federation/build/node';
import { rspack } from '@rspack/core';

const SERVICE = path.resolve(import.meta.dirname, '..');
const PROGRAMS = path.join(SERVICE, '.test-results/programs');

export interface BundledProgram {
  readonly file: string;
  remove(): void;
}

/** Builds a program that tests run as a process, the way the service's own programs are built. */
export const bundleProgram = async (source: string): Promise<BundledProgram> => {
  const folder = path.join(PROGRAMS, `${path.parse(source).name}-${process.pid}`);
  const config = nodeConfig({ dir: SERVICE, entry: { main: source }, decorators: true });
  const compiler = rspack({ ...config, output: { ...config.output, path: folder } });
  await new Promise<void>((resolve, reject) =>
    compiler.run((error, stats) => {
      const failure = error?.message ?? (stats?.hasErrors() ? stats.toString('errors-only') : undefined);
      compiler.close(() => (failure === undefined ? resolve() : reject(new Error(failure))));
    }),
  );
  return { file: path.join(folder, 'main.mjs'), remove: () => rmSync(folder, { recursive: true }) };
};
