import { createRequire } from 'node:module';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';

/** What the host shares with remotes: it has these in its own bundle, remotes bring none. */
export const SHARED_VERSIONS = {
  react: '19.3.1',
  'react/jsx-runtime': '19.3.1',
  'react-dom': '19.3.1',
  '@course/platform': '0.1.0',
};

/** @param {string} name of the container, such as `mf_quiz` */
export const remoteContainer = (name) =>
  new ModuleFederationPlugin({
    name,
    filename: 'remoteEntry.js',
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

const fromHere = createRequire(import.meta.url);
const fromEnhanced = createRequire(fromHere.resolve('@module-federation/enhanced'));

/**
 * The federation runtime in its ES modules. The plug-in asks for CommonJS files, of which a bundler can leave nothing
 * out: 12.2 KB of a remote's entry script instead of 6.7.
 */
export const RUNTIME_ALIAS = Object.fromEntries(
  ['webpack-bundler-runtime', 'runtime', 'runtime-core', 'runtime-tools', 'sdk', 'error-codes'].map((name) => {
    const commonJs = fromEnhanced.resolve(`@module-federation/${name}`);
    return [commonJs, path.join(path.dirname(commonJs), 'index.js')];
  }),
);

/**
 * For a host that has the runtime without the plug-in: no snapshots in production, where nothing reads them, and no code
 * for servers. Development builds keep the snapshots, by which a host reads `mf-manifest.json` and the browser extension
 * swaps a remote for a local one. Remotes take the runtime's core from their host and need no flag of their own.
 * @param {boolean} snapshots
 */
export const runtimeFlags = (snapshots) => ({
  FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: JSON.stringify(!snapshots),
  ENV_TARGET: JSON.stringify('web'),
});
