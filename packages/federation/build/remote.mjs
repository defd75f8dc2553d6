import fs from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressBuild } from './compress.mjs';
import { describeRemote } from './describe.mjs';
import { ENTRY_FILE } from '../contract/entry-file.mjs';
import { remoteContainer, RUNTIME_ALIAS } from './federation.mjs';
import { integrityOf } from '../base/integrity.mjs';
import { afterBuild, cssOptions, swcRule, webBase } from './web.mjs';

/**
 * Returns the rspack configuration of a remote, whose only exposed module is `src/remote.tsx`. There are two builds:
 * one for the browser, and one that renders every screen to HTML. They write `dist/remoteEntry.js`, `mf-manifest.json`,
 * hashed files, `chunks.json` and `remote.json`.
 * @param {string} dir the remote's folder
 */
export function remoteConfig(dir) {
  const { name } = JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8'));
  const uniqueName = name.replaceAll('-', '_');
  /** The files of the browser build's named chunks, by name. */
  const chunks = {};
  return [web(dir, uniqueName, chunks), prerender(dir, uniqueName, chunks)];
}

const web = (dir, uniqueName, chunks) =>
  webBase({
    dir,
    uniqueName,
    publicPath: 'auto',
    // The federation plug-in adds the only entry.
    entry: {},
    alias: RUNTIME_ALIAS,
    plugins: [remoteContainer(uniqueName), listChunks, nameChunks(chunks)],
  });

/** The file that lists what a build's scripts may load. */
const CHUNKS_FILE = 'chunks.json';

/**
 * Writes `chunks.json`: every script, style sheet, picture and font that the build's scripts and style sheets may
 * request, now or later, with its SHA-384. The entry script is not listed: pages name it, and releases hash it.
 */
const listChunks = afterBuild('list-chunks', async (stats) => {
  const dist = stats.compilation.outputOptions.path;
  const { chunks } = stats.toJson({ all: false, chunks: true });
  const named = chunks.flatMap(({ files, auxiliaryFiles }) => [...files, ...auxiliaryFiles]);
  const loaded = [...new Set(named)].filter((file) => file !== ENTRY_FILE && !file.endsWith('.map')).sort();
  const hashes = loaded.map(async (file) => [file, integrityOf(await readFile(path.join(dist, file)))]);
  await writeFile(path.join(dist, CHUNKS_FILE), JSON.stringify(Object.fromEntries(await Promise.all(hashes)), null, 1));
});

/** Fills `named` with the files of each chunk that an import names. */
const nameChunks = (named) =>
  afterBuild('name-chunks', async (stats) => {
    const { namedChunkGroups } = stats.toJson({ all: false, chunkGroups: true });
    for (const [name, { assets }] of Object.entries(namedChunkGroups)) named[name] = assets.map((asset) => asset.name);
  });

/**
 * Bundles our packages, which are TypeScript. Third-party ones stay in node_modules, so that remote and renderer share
 * one React.
 */
const keepPackagesOutside = ({ request }, done) => {
  const bare = /^(@[^/]+\/[^/]+|[^./@][^/]*)/.test(request) && !path.isAbsolute(request);
  if (!bare || request.startsWith('@course/')) return done();
  return done(null, `module ${request}`);
};

function prerender(dir, uniqueName, chunks) {
  const css = cssOptions({ uniqueName, exportsOnly: true });
  return {
    name: 'prerender',
    dependencies: ['web'],
    context: dir,
    mode: 'production',
    target: ['node20', 'es2022'],
    entry: {
      main: './src/remote.tsx',
      declaration: './src/declaration.ts',
      render: fileURLToPath(import.meta.resolve('@course/federation/prerender')),
    },
    output: {
      path: path.join(dir, '.prerender'),
      filename: '[name].mjs',
      module: true,
      chunkFormat: 'module',
      chunkLoading: 'import',
      library: { type: 'module' },
      uniqueName,
      clean: true,
    },
    externalsType: 'module',
    externals: [keepPackagesOutside],
    resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
    module: {
      parser: css.parser,
      generator: css.generator,
      rules: [
        swcRule(),
        ...css.rules,
        { test: /\.(svg|woff2|png|webp|avif)$/, type: 'asset/resource', generator: { emit: false } },
      ],
    },
    optimization: { minimize: false, runtimeChunk: false },
    performance: false,
    plugins: [
      afterBuild('describe-remote', async () => {
        await describeRemote(dir, chunks);
        await compressBuild(path.join(dir, 'dist'));
      }),
    ],
  };
}
