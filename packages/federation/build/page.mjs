import path from 'node:path';
import { HtmlRspackPlugin } from '@rspack/core';
import { compressBuild } from './compress.mjs';
import { afterBuild, webBase } from './web.mjs';

/**
 * Returns the rspack configuration of a standalone page: `index.html` with one script and one style sheet.
 * @param {{ dir: string, output: string, publicPath: string }} options `dir` contains main.tsx and index.html
 */
export function pageConfig({ dir, output, publicPath }) {
  const base = webBase({
    dir,
    uniqueName: path.basename(dir),
    publicPath,
    entry: { main: './main.tsx' },
    plugins: [
      new HtmlRspackPlugin({ template: './index.html', scriptLoading: 'defer' }),
      afterBuild('compressed', () => compressBuild(output)),
    ],
  });
  return { ...base, name: path.basename(dir), output: { ...base.output, path: output } };
}
