import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { DefinePlugin, type Configuration, type RspackPluginInstance } from '@rspack/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { remoteContainer, runtimeFlags, RUNTIME_ALIAS } from '../build/federation.mjs';
import { webBase } from '../build/web.mjs';
import { runBuild } from '../testing/run-build.ts';

const FEDERATION = path.join(import.meta.dirname, '..');
const KB = 1024;

let dir: string;
beforeAll(async () => {
  dir = await fs.mkdtemp(path.join(os.tmpdir(), 'runtime-size-'));
  await fs.mkdir(path.join(dir, 'src'));
  await fs.writeFile(
    path.join(dir, 'src', 'remote.tsx'),
    "export default { contract: 2, name: 'mf-small', routes: [] };",
  );
});
afterAll(() => fs.rm(dir, { recursive: true }));

/** Builds for a browser and returns the size of one file after brotli, in bytes. */
async function compressedSize(
  entry: Configuration['entry'],
  plugins: RspackPluginInstance[],
  file: RegExp,
): Promise<number> {
  await runBuild(
    webBase({ dir, uniqueName: 'size', publicPath: 'auto', entry, plugins, alias: RUNTIME_ALIAS }) as Configuration,
  );
  const dist = path.join(dir, 'dist');
  const [found] = (await fs.readdir(dist, { recursive: true })).filter((name) => file.test(name));
  return brotliCompressSync(await fs.readFile(path.join(dist, found!))).length;
}

// Two bounds: if a version needs less, that should be noticed as well, and the bounds lowered.
it('costs the host 14 to 18 KB', async () => {
  const entry = { host: path.join(FEDERATION, 'host', 'runtime.ts') };
  const size = await compressedSize(entry, [new DefinePlugin(runtimeFlags(false))], /host\.\w+\.js$/);
  expect(size).toBeGreaterThan(14 * KB);
  expect(size).toBeLessThan(18 * KB);
});

it("costs a remote 5.5 to 7 KB, because the core is the host's", async () => {
  const size = await compressedSize({}, [remoteContainer('mf_small')], /^remoteEntry\.js$/);
  expect(size).toBeGreaterThan(5.5 * KB);
  expect(size).toBeLessThan(7 * KB);
});
