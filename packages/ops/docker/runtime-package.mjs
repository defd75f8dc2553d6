import { globSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { init, parse } from 'es-module-lexer';

/*
 * node packages/ops/docker/runtime-package.mjs --out <folder> [--with <package>]... <dist folder of a project>...
 * Writes a package.json of what the built programs import, at the versions that their workspaces name, with the lock file
 * beside it. Our own packages are bundled. `--with` adds what a library loads by name. Run in the project's root folder,
 * with Node 22 or newer.
 */
const { values, positionals: dists } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, with: { type: 'string', multiple: true, default: [] } },
});
await init;

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** @param {string} dist */
const importsOf = (dist) =>
  readdirSync(dist)
    .filter((name) => name.endsWith('.mjs'))
    .flatMap((name) => parse(readFileSync(path.join(dist, name), 'utf8'))[0])
    .flatMap(({ n: name }) => (name && !name.startsWith('.') && !isBuiltin(name) ? [name] : []));

/** @param {string} specifier `@scope/name/file` or `name/file` */
const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const { workspaces } = readJson('package.json');
const manifests = new Map(
  globSync(workspaces.map((/** @type {string} */ pattern) => `${pattern}/package.json`)).map((file) => {
    const manifest = readJson(file);
    const { name, dependencies = {}, peerDependenciesMeta = {} } = manifest;
    return [name, { folder: path.dirname(file), dependencies, peers: peerDependenciesMeta }];
  }),
);

/** A project and all workspaces that it depends on, itself first. @returns {Set<string>} */
const closureOf = (/** @type {string} */ name, seen = new Set()) => {
  const manifest = manifests.get(name);
  if (!manifest || seen.has(name)) return seen;
  seen.add(name);
  for (const other of Object.keys(manifest.dependencies)) closureOf(other, seen);
  return seen;
};

const projectOf = (/** @type {string} */ dist) =>
  [...manifests].find(([, { folder }]) => dist.startsWith(`${folder}/`))?.[0] ?? '';

const involved = [...new Set(dists.flatMap((dist) => [...closureOf(projectOf(dist))]))];

/** What only some of the commands load, where it is installed: the check's browser has no place in an image. */
const isOptional = (/** @type {string} */ name) => involved.some((one) => manifests.get(one).peers[name]?.optional);

const versionOf = (/** @type {string} */ name) => {
  const version = involved.map((one) => manifests.get(one).dependencies[name]).find(Boolean);
  if (!version) throw new Error(`${name} is imported, and no workspace among ${involved.join(', ')} depends on it.`);
  return [name, version];
};

const imported = dists.flatMap(importsOf).map(packageOf);
const names = [...new Set([...imported.filter((name) => !isOptional(name)), ...values.with])].sort();
const manifest = {
  name: 'program',
  private: true,
  type: 'module',
  dependencies: Object.fromEntries(names.map(versionOf)),
};

/** A version that only one of these workspaces has becomes the program's own. */
const lock = readJson('package-lock.json');
const nested = involved
  .map((name) => `${manifests.get(name).folder}/node_modules/`)
  .flatMap((prefix) =>
    Object.entries(lock.packages)
      .filter(([place]) => place.startsWith(prefix))
      .map(([place, entry]) => [`node_modules/${place.slice(prefix.length)}`, entry]),
  );
const replaced = new Set(nested.map(([place]) => String(place)));
/** @param {string} place `node_modules/a/node_modules/b` belongs to the version of a that is replaced. */
const isReplaced = (place) => [...replaced].some((own) => place === own || place.startsWith(`${own}/`));
const shared = Object.entries(lock.packages).filter(
  ([place, { link }]) => place.startsWith('node_modules/') && !link && !isReplaced(place),
);
const packages = { '': manifest, ...Object.fromEntries([...shared, ...nested]) };

mkdirSync(values.out, { recursive: true });
for (const [name, content] of [
  ['package.json', manifest],
  ['package-lock.json', { ...lock, name: manifest.name, packages }],
]) {
  const file = path.join(values.out, String(name));
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  // The same content is the same layer, whenever it was written.
  utimesSync(file, 0, 0);
}
