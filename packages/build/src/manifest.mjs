import fs from 'node:fs/promises';
import path from 'node:path';
import { SHARED_VERSIONS } from './web.mjs';

/** Name of the chunk that holds a remote's exposed module. */
export const EXPOSED = 'remote';

/**
 * Writes `mf-manifest.json`, by which federation tools find a container's files: the container plug-in that brings no
 * runtime into the page makes none.
 */
export const writeManifest = (dist, name) => ({
  apply: (compiler) =>
    compiler.hooks.done.tapPromise('write-manifest', async (stats) => {
      if (stats.hasErrors()) return;
      const { chunks } = stats.toJson({ all: false, chunks: true });
      const { files } = chunks.find((chunk) => chunk.names.includes(EXPOSED));
      await fs.writeFile(path.join(dist, 'mf-manifest.json'), JSON.stringify(manifestOf(name, files)));
    }),
});

const assetsOf = (files) => {
  const ending = (end) => ({ sync: files.filter((file) => file.endsWith(end)), async: [] });
  return { js: ending('.js'), css: ending('.css') };
};

const manifestOf = (name, files) => ({
  id: name,
  name,
  metaData: {
    name,
    type: 'app',
    globalName: name,
    publicPath: 'auto',
    remoteEntry: { name: 'remoteEntry.js', path: '', type: 'global' },
  },
  shared: Object.entries(SHARED_VERSIONS).map(([shared, version]) => ({
    id: `${name}:${shared}`, name: shared, version, singleton: true, requiredVersion: `^${version}`, assets: assetsOf([]),
  })),
  remotes: [],
  exposes: [{ id: `${name}:${EXPOSED}`, name: EXPOSED, path: `./${EXPOSED}`, assets: assetsOf(files) }],
});
