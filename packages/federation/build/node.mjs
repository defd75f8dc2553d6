import path from 'node:path';
import { rspack } from '@rspack/core';
import { LicenseWebpackPlugin } from 'license-webpack-plugin';
import { swcRule } from './web.mjs';

/**
 * What packages would load if it were installed, and our programs do not use: adapters that they are given, pages that
 * they do not serve, configuration that they do not read. Asking for it fails as if it were not installed.
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
 * Packages that load by a name which they are given: a view engine, a folder of tasks, a configuration file, a database
 * driver. Our programs give none, and a bundle has none.
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

const OTHERS = /[\\/]node_modules[\\/]/;

/** Files of these packages. @param {string[]} names */
const filesOf = (names) => new RegExp(`[\\\\/]node_modules[\\\\/](${names.join('|')})([\\\\/]|$)`);

/** Requests for these packages. @param {string[]} names */
const requestsFor = (names) => new RegExp(`^(${names.join('|')})(/|$)`);

/** A package may say its licence in `package.json` alone. */
const licenceTexts = () =>
  new LicenseWebpackPlugin({
    perChunkOutput: false,
    outputFilename: 'licences.txt',
    excludedPackageTest: (name) => name.startsWith('@course/'),
    stats: { warnings: false, errors: false },
  });

/** What rspack only warns of, a module that is missing or has no fixed name, would fail when the program gets there. */
const failOnWarnings = (/** @type {import('@rspack/core').Compiler} */ compiler) =>
  compiler.hooks.afterCompile.tap('failOnWarnings', (compilation) => {
    compilation.errors.push(...compilation.warnings.map(({ message }) => new Error(message)));
    compilation.warnings = [];
  });

/**
 * rspack configuration of a Node program, which needs nothing but its `dist/`: one ESM file with source map for each
 * entry, and other people's packages in `dist/packages`, with their licences in `dist/licences.txt`. Those have no source
 * maps, which Node would read at each start.
 * @param {{ dir: string, entry: Record<string, string>, decorators?: boolean, outside?: string[] }} options
 *   `outside`: packages that cannot be bundled and have to be installed where the program reaches them.
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
        {
          test: filesOf(LOADING_BY_NAME),
          parser: { exprContextCritical: false },
        },
        // Nest finds its providers by class name.
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
          packages: { test: OTHERS, chunks: 'all', filename: 'packages/[id].mjs', enforce: true },
        },
      },
    },
    performance: false,
  };
}
