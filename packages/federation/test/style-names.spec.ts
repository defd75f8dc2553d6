import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Configuration } from '@rspack/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { webBase } from '../build/web.mjs';
import { runBuild } from '../testing/run-build.ts';

const STYLES = '.column { --column: 40rem; width: var(--column); margin: var(--space-4) }';

let dir: string;
beforeAll(async () => {
  dir = await fs.mkdtemp(path.join(os.tmpdir(), 'style-names-'));
  await fs.writeFile(path.join(dir, 'some.module.css'), STYLES);
  await fs.writeFile(
    path.join(dir, 'main.ts'),
    "import styles from './some.module.css';\ndocument.title = styles.column;\n",
  );
});
afterAll(() => fs.rm(dir, { recursive: true }));

it("keeps the names of the host's tokens in a module that sets one, and makes class names unique", async () => {
  const entry = { main: path.join(dir, 'main.ts') };
  await runBuild(webBase({ dir, uniqueName: 'names', publicPath: 'auto', entry, plugins: [] }) as Configuration);
  const assets = path.join(dir, 'dist', 'assets');
  const sheet = (await fs.readdir(assets)).find((name) => name.endsWith('.css'))!;
  const built = await fs.readFile(path.join(assets, sheet), 'utf8');
  expect(built).toMatch(/\.column-\w+\{/);
  expect(built.match(/--[\w-]+/g)!.sort()).toEqual(['--column', '--column', '--space-4']);
});
