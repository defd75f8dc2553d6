import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Returns aliases that lead to react-router's production build, which no condition of the package's exports leads to.
 * @param {string} dir the shell's folder
 */
export function productionRouter(dir) {
  const fromShell = createRequire(path.join(dir, 'package.json'));
  const fromRouterDom = createRequire(fromShell.resolve('react-router-dom/package.json'));
  const production = path.join(path.dirname(fromRouterDom.resolve('react-router/package.json')), 'dist', 'production');
  return {
    'react-router$': path.join(production, 'index.mjs'),
    'react-router/dom$': path.join(production, 'dom-export.mjs'),
  };
}
