import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Configuration } from '@rspack/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runBuild } from '../testing/run-build.ts';

const SHELL_CONFIG = path.join(import.meta.dirname, '..', '..', '..', 'shell', 'rspack.config.mjs');
/** The plug-in's name for itself, which survives the minifier. */
const SNAPSHOT_PLUGIN = 'snapshot-plugin';

let dist: string;
beforeAll(async () => {
  dist = await fs.mkdtemp(path.join(os.tmpdir(), 'shell-build-'));
});
afterAll(() => fs.rm(dist, { recursive: true }));

/** Builds the shell's page as the rspack command would with this environment, and returns each of its scripts. */
async function scripts(env: { readonly RSPACK_WATCH?: boolean }): Promise<string[]> {
  const { default: configurations } = (await import(SHELL_CONFIG)) as {
    default: (given: typeof env) => Configuration[];
  };
  const [page] = configurations(env);
  const folder = path.join(dist, String(env.RSPACK_WATCH));
  // The plug-in that writes shell.json into the checkout is a plain object.
  const writesNothing = (plugin: unknown): boolean => (plugin as object).constructor !== Object;
  await runBuild({
    ...page,
    output: { ...page!.output, path: folder },
    devtool: false,
    plugins: page!.plugins!.filter(writesNothing),
  });
  const files = (await fs.readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
  return Promise.all(files.map((file) => fs.readFile(path.join(folder, file), 'utf8')));
}

it('reads manifests and serves the browser extension in a development build', async () => {
  expect((await scripts({ RSPACK_WATCH: true })).join('\n')).toContain(SNAPSHOT_PLUGIN);
});

let production: Promise<string[]> | undefined;
const inProduction = (): Promise<string[]> => (production ??= scripts({}));

it('has no snapshots in production', async () => {
  const built = (await inProduction()).join('\n');
  expect(built).toContain('__FEDERATION__');
  expect(built).not.toContain(SNAPSHOT_PLUGIN);
});

it('measures vitals and reports errors in a separate script of at most 5 KB', async () => {
  // A performance entry type that the library observes, and the address of reports.
  const reporters = (await inProduction()).filter((script) => /layout-shift|\/api\/client-errors/.test(script));
  expect(reporters).toHaveLength(1);
  expect(reporters[0]).not.toContain('hydrateRoot');
  const bytes = brotliCompressSync(reporters[0]!).length;
  expect(bytes).toBeGreaterThan(2 * 1024);
  expect(bytes).toBeLessThan(5 * 1024);
});
