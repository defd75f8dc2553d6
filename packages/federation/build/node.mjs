import path from 'node:path';

/** Ours is bundled, because it is TypeScript; everybody else's stays in node_modules. */
export const keepDependenciesOutside = ({ request }, done) => {
  const bare = /^(@[^/]+\/[^/]+|[^./@][^/]*)/.test(request) && !path.isAbsolute(request);
  if (!bare || request.startsWith('@course/')) return done();
  return done(null, `module ${request}`);
};

/**
 * rspack configuration of a Node program: one ESM file with source map in `dist/`.
 * @param {{ dir: string, entry: Record<string, string>, decorators?: boolean, jsx?: boolean }} options
 */
export function nodeConfig({ dir, entry, decorators = false }) {
  return {
    name: `${path.basename(dir)}:node`,
    context: dir,
    mode: 'production',
    target: ['node20', 'es2022'],
    devtool: 'source-map',
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
    externals: [keepDependenciesOutside],
    resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
    module: {
      rules: [
        { resourceQuery: /raw/, type: 'asset/source' },
        {
          test: /\.tsx?$/,
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              target: 'es2022',
              parser: { syntax: 'typescript', tsx: true, decorators },
              transform: {
                legacyDecorator: decorators,
                decoratorMetadata: decorators,
                react: { runtime: 'automatic' },
              },
              // Nest finds its providers by class name.
              keepClassNames: true,
            },
          },
          type: 'javascript/auto',
        },
      ],
    },
    optimization: { minimize: false, nodeEnv: false },
    performance: false,
  };
}
