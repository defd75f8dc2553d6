import fs from 'node:fs/promises';
import path from 'node:path';
import { afterBuild, integrityOf } from './web.mjs';

/** The name of the file that lists what the scripts of a build may load. */
const CHUNKS_FILE = 'chunks.json';

/**
 * Writes `chunks.json`: every script, style sheet, picture and font that the build's scripts and style sheets may ask
 * for, now or later, with its SHA-384. The entry script is not among them: pages name it, and releases hash it.
 */
export const listChunks = afterBuild('list-chunks', async (stats) => {
  const dist = stats.compilation.outputOptions.path;
  const { chunks } = stats.toJson({ all: false, chunks: true });
  const named = chunks.flatMap(({ files, auxiliaryFiles }) => [...files, ...auxiliaryFiles]);
  const loaded = [...new Set(named)].filter((file) => file !== 'remoteEntry.js' && !file.endsWith('.map')).sort();
  const hashes = loaded.map(async (file) => [file, await integrityOf(path.join(dist, file))]);
  await fs.writeFile(
    path.join(dist, CHUNKS_FILE),
    JSON.stringify(Object.fromEntries(await Promise.all(hashes)), null, 1),
  );
});
