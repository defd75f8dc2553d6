import { createRequire } from 'node:module';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { ENTRY_FILE } from '../contract/entry-file.mjs';

const fromHere = createRequire(import.meta.url);
const react = fromHere('react/package.json').version;

/** The modules that the host shares with remotes: they are in its bundle and in none of theirs. */
export const SHARED_VERSIONS = {
  react,
  'react/jsx-runtime': react,
  'react-dom': fromHere('react-dom/package.json').version,
  '@course/platform': '0.1.0',
};

/** @param {string} name the container's, such as `mf_quiz` */
export const remoteContainer = (name) =>
  new ModuleFederationPlugin({
    name,
    filename: ENTRY_FILE,
    exposes: { './remote': './src/remote.tsx' },
    shared: Object.fromEntries(
      Object.entries(SHARED_VERSIONS).map(([shared, version]) => [
        shared,
        { singleton: true, requiredVersion: `^${version}`, import: false },
      ]),
    ),
    // Types come from the contract.
    dts: false,
    experiments: { externalRuntime: true, optimization: { disableSnapshot: true, disableRemote: true, target: 'web' } },
  });

const fromEnhanced = createRequire(fromHere.resolve('@module-federation/enhanced'));

/**
 * Aliases for the ES modules of the federation runtime. The plug-in requires its CommonJS files, which cannot be
 * tree-shaken: 12.2 KB of a remote's entry script instead of 6.7.
 */
export const RUNTIME_ALIAS = Object.fromEntries(
  ['webpack-bundler-runtime', 'runtime', 'runtime-core', 'runtime-tools', 'sdk', 'error-codes'].map((name) => {
    const commonJs = fromEnhanced.resolve(`@module-federation/${name}`);
    return [commonJs, path.join(path.dirname(commonJs), 'index.js')];
  }),
);

/**
 * Returns build flags for a host that uses the runtime without the plug-in: no snapshots in production, where nothing
 * reads them, and no code for servers. Development builds keep the snapshots, with which a host reads
 * `mf-manifest.json` and the browser extension replaces a remote with a local one. Remotes use their host's runtime
 * core and need no flags.
 * @param {boolean} snapshots
 */
export const runtimeFlags = (snapshots) => ({
  FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: JSON.stringify(!snapshots),
  ENV_TARGET: JSON.stringify('web'),
});
