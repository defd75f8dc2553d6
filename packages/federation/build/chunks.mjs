import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/** The name of the file that lists what the scripts of a build may load. */
const CHUNKS_FILE = 'chunks.json';

/**
 * Writes `chunks.json`: every script, style sheet, picture and font that the build's scripts and style sheets may ask
 * for, now or later, with its SHA-384. The entry script is not among them: pages name it, and releases hash it.
 */
export const listChunks = {
  apply: (compiler) =>
    compiler.hooks.done.tapPromise('list-chunks', async (stats) => {
      if (stats.hasErrors()) return;
      const dist = stats.compilation.outputOptions.path;
      const { chunks } = stats.toJson({ all: false, chunks: true });
      const named = chunks.flatMap(({ files, auxiliaryFiles }) => [...files, ...auxiliaryFiles]);
      const loaded = [...new Set(named)].filter((file) => file !== 'remoteEntry.js' && !file.endsWith('.map')).sort();
      const hashes = loaded.map(async (file) => [file, await hashOf(path.join(dist, file))]);
      await fs.writeFile(
        path.join(dist, CHUNKS_FILE),
        JSON.stringify(Object.fromEntries(await Promise.all(hashes)), null, 1),
      );
    }),
};

const hashOf = async (file) =>
  `sha384-${createHash('sha384')
    .update(await fs.readFile(file))
    .digest('base64')}`;
