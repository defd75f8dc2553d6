import path from 'node:path';
import { rspack } from '@rspack/core';
import { LicenseWebpackPlugin } from 'license-webpack-plugin';
import { swcRule } from './web.mjs';

/**
 * Optional dependencies of packages that our programs do not need: adapters that are passed in instead, pages that are
 * not served, configuration that is not read. Requiring one fails as if it were not installed.
 */
const UNUSED = {
  '@nestjs/common': ['class-transformer', 'class-validator'],
  '@nestjs/core': ['@nestjs/microservices', '@nestjs/platform-express', '@nestjs/websockets'],
  '@nestjs/platform-fastify': ['@fastify/static', '@fastify/view'],
  '@nestjs/swagger': ['@fastify/static'],
  '@redis/client': ['@node-rs/xxhash'],
  cosmiconfig: ['typescript'],
  pg: ['pg-native'],
};

/**
 * Packages that load modules by a name passed to them: a view engine, a folder of tasks, a configuration file, a
 * database driver. Our programs pass none, and a bundle contains none.
 */
const LOADING_BY_NAME = [
  '@nestjs/common',
  '@nestjs/core',
  'cosmiconfig',
  'express',
  'graphile-worker',
  'import-fresh',
  'rate-limiter-flexible',
];

const NODE_MODULES = /[\\/]node_modules[\\/]/;

/** Matches files of these packages. @param {string[]} names */
const filesOf = (names) => new RegExp(`[\\\\/]node_modules[\\\\/](${names.join('|')})([\\\\/]|$)`);

/** Matches imports of these packages. @param {string[]} names */
const requestsFor = (names) => new RegExp(`^(${names.join('|')})(/|$)`);

/** No warnings: some packages state their licence only in `package.json`. */
const licenceTexts = () =>
  new LicenseWebpackPlugin({
    perChunkOutput: false,
    outputFilename: 'licences.txt',
    excludedPackageTest: (name) => name.startsWith('@course/'),
    stats: { warnings: false, errors: false },
  });

/** A missing module, or one with no fixed name, would fail at run time; rspack only warns about it. */
const failOnWarnings = (/** @type {import('@rspack/core').Compiler} */ compiler) =>
  compiler.hooks.afterCompile.tap('failOnWarnings', (compilation) => {
    compilation.errors.push(...compilation.warnings.map(({ message }) => new Error(message)));
    compilation.warnings = [];
  });

/** Scripts that a program inlines in pages, imported with `?raw`. Browsers of any age have to parse them. */
const INLINE_SCRIPTS = {
  resourceQuery: /raw/,
  test: /\.js$/,
  loader: 'builtin:swc-loader',
  options: { minify: true, jsc: { target: 'es5', minify: { compress: true, mangle: true } } },
};

/**
 * Returns the rspack configuration of a Node program that needs nothing but its `dist/`: one ESM file with a source map
 * for each entry, and third-party packages in `dist/packages`, with their licences in `dist/licences.txt`. Those have
 * no source maps, because Node would read them at every start.
 * @param {{ dir: string, entry: Record<string, string>, decorators?: boolean, outside?: string[] }} options
 *   `outside`: packages that cannot be bundled and must be installed where the program can find them.
 * @returns {import('@rspack/core').Configuration}
 */
export function nodeConfig({ dir, entry, decorators = false, outside = [] }) {
  return {
    name: `${path.basename(dir)}:node`,
    context: dir,
    mode: 'production',
    target: ['node20', 'es2022'],
    devtool: false,
    entry,
    output: {
      path: path.join(dir, 'dist'),
      filename: '[name].mjs',
      module: true,
      chunkFormat: 'module',
      chunkLoading: 'import',
      library: { type: 'module' },
      clean: true,
    },
    externalsType: 'module',
    externals: outside,
    resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] },
    module: {
      rules: [
        { resourceQuery: /raw/, type: 'asset/source' },
        INLINE_SCRIPTS,
        {
          test: filesOf(LOADING_BY_NAME),
          parser: { exprContextCritical: false },
        },
        // Nest finds providers by class name.
        swcRule({ decorators, keepClassNames: true }),
      ],
    },
    plugins: [
      ...Object.entries(UNUSED).map(
        ([name, unused]) =>
          new rspack.IgnorePlugin({ contextRegExp: filesOf([name]), resourceRegExp: requestsFor(unused) }),
      ),
      new rspack.SourceMapDevToolPlugin({
        filename: '[file].map',
        namespace: path.basename(dir),
        exclude: /^packages\//,
      }),
      licenceTexts(),
      { apply: failOnWarnings },
    ],
    optimization: {
      minimize: false,
      splitChunks: {
        cacheGroups: {
          default: false,
          defaultVendors: false,
          packages: { test: NODE_MODULES, chunks: 'all', filename: 'packages/[id].mjs', enforce: true },
        },
      },
    },
    performance: false,
  };
}
