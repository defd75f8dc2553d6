import { rspack, type Configuration } from '@rspack/core';

/** Runs a build once. Rejects with the build's errors. */
export const runBuild = (configuration: Configuration): Promise<void> =>
  new Promise((resolve, reject) => {
    const compiler = rspack(configuration);
    compiler.run((error, stats) => {
      const failure = error?.message ?? (stats?.hasErrors() ? stats.toString('errors-only') : undefined);
      compiler.close(() => (failure === undefined ? resolve() : reject(new Error(failure))));
    });
  });
