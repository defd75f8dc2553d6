import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import {
  LightningCssMinimizerRspackPlugin,
  SubresourceIntegrityPlugin,
  SwcJsMinimizerRspackPlugin,
} from '@rspack/core';

/** The oldest browsers that run es2022, the language of the scripts, but for static blocks of classes in Safari. */
const BROWSERS = ['chrome >= 94', 'edge >= 94', 'firefox >= 93', 'safari >= 15.4', 'ios_saf >= 15.4'];

const minimizer = () => [
  new SwcJsMinimizerRspackPlugin(),
  new LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: BROWSERS } }),
];

export const swcRule = ({ decorators = false, keepClassNames = false } = {}) => ({
  test: /\.tsx?$/,
  loader: 'builtin:swc-loader',
  options: {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true, decorators },
      transform: { legacyDecorator: decorators, decoratorMetadata: decorators, react: { runtime: 'automatic' } },
      keepClassNames,
    },
  },
  type: 'javascript/auto',
});

/**
 * Safari has static blocks since 16.4. Nothing else is rewritten: asked for Safari 15.4, swc would do so with all parameters.
 * swc's React transform marks `memo`, `forwardRef` and `createContext` as pure, so that what a library defines by them and
 * nobody uses is left out: 1.3 KB of react-router.
 */
const libraryRule = {
  test: /\.mjs$/,
  loader: 'builtin:swc-loader',
  options: {
    jsc: { parser: { syntax: 'ecmascript', jsx: true }, transform: { react: { runtime: 'automatic' } } },
    env: { targets: 'chrome >= 94', include: ['transform-class-static-block'] },
  },
};

/**
 * Class names must be the same in a remote's browser build and in its prerendered HTML, and others in every remote. They
 * stand in page, style sheet and script, so each letter counts thrice.
 */
export const cssOptions = ({ uniqueName, exportsOnly }) => ({
  rules: [
    { test: /\.css$/, exclude: /\.module\.css$/, type: 'css' },
    { test: /\.module\.css$/, type: 'css/module' },
  ],
  // Custom properties are the host's tokens: a module that sets or reads one means the same everywhere.
  parser: { 'css/module': { namedExports: false, dashedIdents: false } },
  generator: {
    'css/module': {
      localIdentName: '[local]-[hash:base64:4]',
      localIdentHashSalt: uniqueName,
      exportsOnly,
      esModule: true,
    },
    css: { exportsOnly },
  },
});

/** A plug-in that works on what a build has written, if it had no errors. */
export const afterBuild = (name, work) => ({
  apply: (compiler) =>
    compiler.hooks.done.tapPromise(name, async (stats) => {
      if (!stats.hasErrors()) await work(stats);
    }),
});

/** The hash by which a browser checks the file. */
export const integrityOf = async (file) =>
  `sha384-${createHash('sha384')
    .update(await fs.readFile(file))
    .digest('base64')}`;

/** The base of every browser build: one script and one style sheet, hashed names, no polyfills. */
export function webBase({ dir, uniqueName, publicPath, entry, plugins, alias = {}, nodeEnv = 'production' }) {
  const css = cssOptions({ uniqueName, exportsOnly: false });
  return {
    name: 'web',
    context: dir,
    mode: 'production',
    target: ['web', 'es2022'],
    // Kept beside a release; no file names its map, which the edge serves to nobody.
    devtool: 'hidden-source-map',
    entry,
    output: {
      path: path.join(dir, 'dist', publicPath === '/' ? 'web' : ''),
      publicPath,
      uniqueName,
      filename: 'assets/[name].[contenthash:10].js',
      chunkFilename: 'assets/[name].[contenthash:10].js',
      cssFilename: 'assets/[name].[contenthash:10].css',
      cssChunkFilename: 'assets/[name].[contenthash:10].css',
      assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
      // Chunks of another origin are fetched in a way that lets the browser check them.
      crossOriginLoading: 'anonymous',
      clean: true,
    },
    resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'], alias },
    module: {
      parser: css.parser,
      generator: css.generator,
      rules: [swcRule(), libraryRule, ...css.rules, { test: /\.(svg|woff2|png|webp|avif)$/, type: 'asset/resource' }],
    },
    optimization: { nodeEnv, splitChunks: false, runtimeChunk: false, minimizer: minimizer() },
    performance: false,
    // Whatever a script loads later, it loads with the hash that the build gave it.
    plugins: [...plugins, new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], htmlPlugin: false })],
  };
}
