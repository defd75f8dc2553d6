import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Writes `dist/remote.json`: everything that the edge needs to compose this remote's pages.
 * @param {string} dir the remote's folder
 * @param {Readonly<Record<string, readonly string[]>>} chunks the files of the browser build's named chunks
 */
export async function describeRemote(dir, chunks) {
  const dist = path.join(dir, 'dist');
  const manifest = JSON.parse(await fs.readFile(path.join(dist, 'mf-manifest.json'), 'utf8'));
  const { remote, flow, screens } = await render(path.join(dir, '.prerender'));
  const { assets } = manifest.exposes.find(({ path: exposed }) => exposed === './remote');
  const description = {
    name: remote.name,
    contract: remote.contract,
    scripts: assets.js.sync,
    styles: assets.css.sync,
    routes: remote.routes.map(({ path: at, screen, title, description, indexable, private: isPrivate, code }) => ({
      path: at,
      screen,
      title,
      description,
      indexable: indexable ?? false,
      ...(isPrivate && { private: true }),
      ...(code && { code: filesOf(code, chunks) }),
      html: screens.find((rendered) => rendered.path === at).html,
    })),
    flow,
  };
  const { version } = JSON.parse(await fs.readFile(path.join(dir, 'package.json'), 'utf8'));
  const states = await statesOf(dir);
  await fs.writeFile(path.join(dist, 'screen-states.json'), states);
  const hash = await hashOf(dist, JSON.stringify(description) + states);
  await fs.writeFile(path.join(dist, 'remote.json'), JSON.stringify({ ...description, version: `${version}-${hash}` }));
}

/** Returns the files of a screen's separate code. */
function filesOf({ chunk }, chunks) {
  const files = chunks[chunk];
  if (!files) throw new Error(`No chunk is called ${chunk}: its import needs /* webpackChunkName: "${chunk}" */`);
  const ending = (end) => files.filter((file) => file.endsWith(end));
  return { scripts: ending('.js'), styles: ending('.css') };
}

/** Returns the screens' main states for `/__screens`, which a remote may declare beside its package.json. */
const statesOf = (dir) => fs.readFile(path.join(dir, 'screen-states.json'), 'utf8').catch(() => '{}');

/** Imports the build afresh each time: in watch mode, one process renders many builds. */
async function render(folder) {
  const fresh = (file) => import(`${pathToFileURL(path.join(folder, file))}?at=${process.hrtime.bigint()}`);
  const { default: remote } = await fresh('main.mjs');
  const { default: flow } = await fresh('declaration.mjs');
  const { prerender } = await fresh('render.mjs');
  await Promise.all(remote.routes.map(({ code }) => code?.load()));
  return { remote, flow, screens: prerender(remote) };
}

/** Returns a hash of the build's content, which makes its version: the same build is published only once. */
async function hashOf(dist, description) {
  const hash = createHash('sha256').update(description);
  const files = (await fs.readdir(dist, { recursive: true }))
    .filter((file) => /\.(js|css|svg|woff2)$/.test(file))
    .sort();
  for (const file of files) hash.update(file).update(await fs.readFile(path.join(dist, file)));
  return hash.digest('hex').slice(0, 10);
}
