import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * How the shell takes react-router in: its production build, which no condition of the package's exports leads to, and
 * of that only what is used.
 * @param {string} dir the shell's folder
 */
export function slimRouter(dir) {
  const fromShell = createRequire(path.join(dir, 'package.json'));
  const fromRouterDom = createRequire(fromShell.resolve('react-router-dom/package.json'));
  const production = path.join(path.dirname(fromRouterDom.resolve('react-router/package.json')), 'dist', 'production');
  return {
    alias: { 'react-router$': path.join(production, 'index.mjs'), 'react-router/dom$': path.join(production, 'dom-export.mjs') },
    rules: [{ test: /\.mjs$/, include: production, loader: path.join(import.meta.dirname, 'pure-loader.mjs') }],
  };
}
