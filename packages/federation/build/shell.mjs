import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { DefinePlugin } from '@rspack/core';
import { compressBuild } from './compress.mjs';
import { runtimeFlags, SHARED_VERSIONS } from './federation.mjs';
import { integrityOf } from '../base/integrity.mjs';
import { afterBuild, webBase } from './web.mjs';

/**
 * Returns the rspack configuration of the host page. It names no remotes: those are registered at run time.
 * Besides the hashed files, it writes `dist/web/shell.json` with the file names that the edge puts into every page.
 * @param {string} dir the shell's folder
 * @param {{ development?: boolean }} [options] `development`: true on a team's own machine, with `rspack build --watch`
 */
export const shellConfig = (dir, { development = false } = {}) =>
  webBase({
    // React's development build runs effects twice and warns about hydration mismatches. Remotes get it from the host.
    nodeEnv: development ? 'development' : 'production',
    dir,
    uniqueName: 'shell',
    publicPath: '/',
    alias: productionRouter(dir),
    entry: { shell: './src/main.tsx' },
    plugins: [
      new DefinePlugin({ SHARED_VERSIONS: JSON.stringify(SHARED_VERSIONS), ...runtimeFlags(development) }),
      writeAssetNames(path.join(dir, 'dist', 'web')),
    ],
  });

/**
 * Returns aliases for react-router's production build, which no condition of the package's exports selects.
 * @param {string} dir the shell's folder
 */
function productionRouter(dir) {
  const fromShell = createRequire(path.join(dir, 'package.json'));
  const fromRouterDom = createRequire(fromShell.resolve('react-router-dom/package.json'));
  const production = path.join(path.dirname(fromRouterDom.resolve('react-router/package.json')), 'dist', 'production');
  return {
    'react-router$': path.join(production, 'index.mjs'),
    'react-router/dom$': path.join(production, 'dom-export.mjs'),
  };
}

const writeAssetNames = (folder) =>
  afterBuild('write-asset-names', async (stats) => {
    const { entrypoints } = stats.toJson({ all: false, entrypoints: true });
    const files = entrypoints.shell.assets.map((asset) => asset.name).filter((file) => /\.(js|css)$/.test(file));
    const hashes = files.map(async (file) => [file, integrityOf(await fs.readFile(path.join(folder, file)))]);
    const names = {
      scripts: files.filter((file) => file.endsWith('.js')),
      styles: files.filter((file) => file.endsWith('.css')),
      integrity: Object.fromEntries(await Promise.all(hashes)),
    };
    await fs.writeFile(path.join(folder, 'shell.json'), JSON.stringify(names));
    await compressBuild(folder);
  });
