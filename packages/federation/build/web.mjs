import path from 'node:path';
import {
  LightningCssMinimizerRspackPlugin,
  SubresourceIntegrityPlugin,
  SwcJsMinimizerRspackPlugin,
} from '@rspack/core';

/** The oldest browsers that run es2022, the scripts' target, except for static class blocks in Safari. */
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
 * Safari supports static class blocks since 16.4. Nothing else is transformed: for the target Safari 15.4, swc would
 * also rewrite all parameters. swc's React transform marks `memo`, `forwardRef` and `createContext` as pure, so that a
 * library's unused components are tree-shaken: 1.3 KB of react-router.
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
 * Class names must be the same in a remote's browser build and in its prerendered HTML, and different in every remote.
 * They are in the page, the style sheet and the script, so each letter counts three times.
 */
export const cssOptions = ({ uniqueName, exportsOnly }) => ({
  rules: [
    { test: /\.css$/, exclude: /\.module\.css$/, type: 'css' },
    { test: /\.module\.css$/, type: 'css/module' },
  ],
  // Custom properties are the host's tokens: they mean the same in every module.
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

/** Returns a plug-in that runs `work` after a build without errors. */
export const afterBuild = (name, work) => ({
  apply: (compiler) =>
    compiler.hooks.done.tapPromise(name, async (stats) => {
      if (!stats.hasErrors()) await work(stats);
    }),
});

/**
 * Returns the base configuration of every browser build: one script and one style sheet, hashed names, no polyfills.
 */
export function webBase({ dir, uniqueName, publicPath, entry, plugins, alias = {}, nodeEnv = 'production' }) {
  const css = cssOptions({ uniqueName, exportsOnly: false });
  return {
    name: 'web',
    context: dir,
    mode: 'production',
    target: ['web', 'es2022'],
    // Source maps are kept with a release, but no file refers to them and the edge does not serve them.
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
      // Lets the browser verify chunks from another origin.
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
    // Everything that a script loads later is loaded with the hash from the build.
    plugins: [...plugins, new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], htmlPlugin: false })],
  };
}
