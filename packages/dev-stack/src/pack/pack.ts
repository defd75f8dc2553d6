import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/federation/paths';
import { runTool } from '../process/run-tool.ts';
import { builtPath, packedManifest, type Manifest } from './manifest.ts';

/** The packages that a remote in a repository of its own needs. */
export const PUBLISHED = ['contracts', 'funnel', 'platform', 'ui', 'federation', 'presets'] as const;

const PACKAGES = path.join(PROJECT_ROOT, 'packages');
/** TypeScript 7, which needs a third of the time. */
export const TSC = path.join(PROJECT_ROOT, 'node_modules/typescript-7/bin/tsc');
const CONFIG = path.join(import.meta.dirname, 'tsconfig.json');

/** Files that are copied unchanged: styles, drawings, fonts, declarations, and files that tools read by name. */
const COPIED = /\.(css|svg|woff2|txt|json)$|\.d\.ts$/;
const EXCLUDED = /^(dist|test|testing|template|node_modules|\.test-results)\/|^(package|tsconfig)\.json$/;

const runOrFail = async (title: string, run: Promise<{ code: number; output: string }>): Promise<string> => {
  const { code, output } = await run;
  if (code !== 0) throw new Failure(`${title} failed.\n${output.trim()}`);
  return output;
};

/**
 * Writes a package's folder as it is packed: compiled files without the folder `src` that some have, copied files,
 * manifest.
 */
const stagePackage = async (name: string, compiled: string, stage: string): Promise<void> => {
  const folder = path.join(PACKAGES, name);
  const built = path.join(compiled, name);
  const dist = path.join(stage, 'dist');
  const hasSrc = existsSync(path.join(folder, 'src'));
  await cp(hasSrc ? path.join(built, 'src') : built, dist, { recursive: true });
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) => COPIED.test(file) && !EXCLUDED.test(file),
  );
  for (const file of files) await cp(path.join(folder, file), path.join(stage, builtPath(`./${file}`)));
  for (const file of ['template', 'README.md', 'CHANGELOG.md'])
    if (existsSync(path.join(folder, file)))
      await cp(path.join(folder, file), path.join(stage, file), { recursive: true });
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Manifest;
  await writeFile(path.join(stage, 'package.json'), `${JSON.stringify(packedManifest(manifest), null, 2)}\n`);
};

/**
 * Compiles the published packages and packs each into a tarball in `out`, reproducibly. Leaves the workspace unchanged.
 * Returns the tarballs' paths. Rejects with a `Failure` that has the tool's output.
 */
export const packPackages = async (out: string, signal?: AbortSignal): Promise<readonly string[]> => {
  const work = await mkdtemp(path.join(os.tmpdir(), 'course-pack-'));
  const options = signal ? { signal } : {};
  try {
    const compiled = path.join(work, 'compiled');
    await runOrFail('Compiling', runTool(process.execPath, [TSC, '-p', CONFIG, '--outDir', compiled], options));
    await mkdir(out, { recursive: true });
    for (const name of PUBLISHED) await stagePackage(name, compiled, path.join(work, name));
    const stages = PUBLISHED.map((name) => path.join(work, name));
    const args = ['pack', ...stages, '--json', '--pack-destination', path.resolve(out), '--loglevel=error'];
    const output = await runOrFail('npm pack', runTool('npm', args, { ...options, cwd: work }));
    const packed = JSON.parse(output.slice(output.indexOf('['))) as readonly { readonly filename: string }[];
    return packed.map(({ filename }) => path.join(path.resolve(out), filename));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};
