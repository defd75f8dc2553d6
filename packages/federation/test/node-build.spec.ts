import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { nodeConfig } from '../build/node.mjs';
import { scratchFolder } from '../testing/a-build.ts';
import { runBuild } from '../testing/run-build.ts';

const OURS = `import { call } from 'caller';

interface Options { readonly what: string }

const refuse = ({ what }: Options): never => {
  throw new Error(what);
};

call(() => refuse({ what: 'refused' }));
`;
const CALLER = `exports.call = (back) => back();`;

/** Creates a project with these packages installed. */
const aProject = (packages: Readonly<Record<string, string>>, source = OURS): string => {
  const dir = scratchFolder();
  const files = Object.entries(packages).map(([name, code]) => [`node_modules/${name}/index.js`, code] as const);
  for (const [file, code] of [['src/main.ts', source] as const, ...files]) {
    mkdirSync(path.join(dir, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(dir, file), code);
  }
  return dir;
};

/** Builds a project. Rejects with the build's errors. */
const build = (dir: string, options: { readonly outside?: string[] } = {}): Promise<void> =>
  runBuild(nodeConfig({ dir, entry: { main: './src/main.ts' }, ...options }));

it('needs nothing but its dist folder, and its stack traces have the lines of our TypeScript', async () => {
  const dir = aProject({ caller: CALLER });
  await build(dir);
  const elsewhere = scratchFolder();
  cpSync(path.join(dir, 'dist'), elsewhere, { recursive: true });
  const { stderr } = spawnSync(process.execPath, ['--enable-source-maps', path.join(elsewhere, 'main.mjs')], {
    encoding: 'utf8',
  });
  expect(stderr).toContain('Error: refused');
  expect(stderr).toMatch(/at refuse \(.*src\/main\.ts:6:/);
  expect(stderr).toMatch(/at .*packages\/\d+\.mjs:/);
});

it('writes a source map for our code and none for packages', async () => {
  const dir = aProject({ caller: CALLER });
  await build(dir);
  const maps = readdirSync(path.join(dir, 'dist'), { recursive: true }).filter((file) => String(file).endsWith('.map'));
  expect(maps).toEqual(['main.mjs.map']);
});

it('includes the licences of the bundled packages', async () => {
  const dir = aProject({ caller: CALLER, unused: CALLER });
  for (const name of ['caller', 'unused']) {
    const folder = path.join(dir, 'node_modules', name);
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', license: 'MIT' }));
    writeFileSync(path.join(folder, 'LICENSE'), `Copyright (c) ${name}`);
  }
  await build(dir);
  const licences = readFileSync(path.join(dir, 'dist', 'licences.txt'), 'utf8');
  expect(licences).toContain('Copyright (c) caller');
  expect(licences).not.toContain('unused');
});

it('fails if a package is missing, even if the program would only notice at run time', async () => {
  const caller = `try { require('not-installed'); } catch {}\n${CALLER}`;
  await expect(build(aProject({ caller }))).rejects.toThrow(/Can't resolve .*not-installed/);
  await build(aProject({ caller }), { outside: ['not-installed'] });
});

it('fails if a package loads modules by name, unless it is known that we pass none', async () => {
  const byName = `exports.load = (name) => require(name);\n${CALLER}`;
  await expect(build(aProject({ caller: byName }))).rejects.toThrow('the request of a dependency is an expression');
  await build(aProject({ express: byName }, OURS.replace("'caller'", "'express'")));
});

it('leaves out an optional dependency, only for the package that has it', async () => {
  const driver = `try { require('pg-native'); } catch {}\n${CALLER}`;
  await build(aProject({ pg: driver }, OURS.replace("'caller'", "'pg'")));
  await expect(build(aProject({ caller: driver }))).rejects.toThrow(/Can't resolve .*pg-native/);
});
