import path from 'node:path';
import { rspack } from '@rspack/core';

/** What shell and remotes lend each other: the shell has them in its own bundle, remotes bring none. */
export const sharedModules = (role) => {
  const versions = { react: '19.3.1', 'react/jsx-runtime': '19.3.1', 'react-dom': '19.3.1', '@course/platform': '0.1.0' };
  const terms = role === 'host' ? { eager: true } : { import: false };
  return Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [
      name,
      { singleton: true, version, requiredVersion: `^${version}`, strictVersion: false, ...terms },
    ]),
  );
};

export const swcRule = (decorators = false) => ({
  test: /\.tsx?$/,
  loader: 'builtin:swc-loader',
  options: {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true, decorators },
      transform: { react: { runtime: 'automatic' } },
    },
  },
  type: 'javascript/auto',
});

/** Class names must be the same in a remote's browser build and in its prerendered HTML. */
export const cssOptions = ({ uniqueName, exportsOnly }) => ({
  rules: [{ test: /\.css$/, exclude: /\.module\.css$/, type: 'css' }, { test: /\.module\.css$/, type: 'css/module' }],
  parser: { 'css/module': { namedExports: false } },
  generator: {
    'css/module': { localIdentName: `${uniqueName}-[local]-[hash:base64:5]`, exportsOnly, esModule: true },
    css: { exportsOnly },
  },
});

const toEsModule = (file) => (/@module-federation[\\/].*\.cjs$/.test(file) ? file.replace(/\.cjs$/, '.js') : file);

/**
 * The federation plug-in names its runtime's CommonJS files, by request and by alias; the ES modules beside them lose
 * what is not used.
 */
const slimFederationRuntime = {
  apply(compiler) {
    new rspack.NormalModuleReplacementPlugin(/@module-federation[\\/].*\.cjs$/, (resource) => {
      if (!resource.createData?.resource) resource.request = toEsModule(resource.request);
    }).apply(compiler);
    compiler.hooks.afterPlugins.tap('slim-federation-runtime', () => {
      const { alias } = compiler.options.resolve;
      for (const [name, target] of Object.entries(alias ?? {})) if (typeof target === 'string') alias[name] = toEsModule(target);
    });
  },
};

/** The base of every browser build: one script and one style sheet, hashed names, no polyfills. */
export function webBase({ dir, uniqueName, publicPath, entry, plugins }) {
  const css = cssOptions({ uniqueName, exportsOnly: false });
  return {
    name: 'web',
    context: dir,
    mode: 'production',
    target: ['web', 'es2022'],
    devtool: 'source-map',
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
      clean: true,
    },
    resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
    module: {
      parser: css.parser,
      generator: css.generator,
      rules: [swcRule(), ...css.rules, { test: /\.(svg|woff2|png|webp|avif)$/, type: 'asset/resource' }],
    },
    optimization: { splitChunks: false, runtimeChunk: false },
    performance: false,
    plugins: [...plugins, slimFederationRuntime],
  };
}
