import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PROJECT_ROOT } from '@course/federation/paths';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparableBuild, copyRemote, unpackInto } from '../testing/own-repository.ts';
import { packPackages, PUBLISHED, TSC } from './pack.ts';

const work = mkdtempSync(path.join(os.tmpdir(), 'packed-'));
let ownRepository: string;

beforeAll(async () => {
  const tarballs = await packPackages(path.join(work, 'tarballs'));
  ownRepository = await copyRemote('mf-quiz', work);
  await unpackInto(ownRepository, tarballs);
}, 300_000);
afterAll(() => rmSync(work, { recursive: true }));

interface Packed {
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default?: string }>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const folderOf = (name: string): string => path.join(ownRepository, 'node_modules/@course', name);
const manifestOf = (name: string): Packed =>
  JSON.parse(readFileSync(path.join(folderOf(name), 'package.json'), 'utf8')) as Packed;
const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => path.join(folder, file));
const importsIn = (file: string): string[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /(?:^(?:import|export|\})[^'"\n]*\bfrom|^import|\bimport\() ?['"]([^'"\n]+)['"]/gm,
    ),
  ].map(([, name]) => name!);

describe.each(PUBLISHED)('the packed package %s', (name) => {
  it('has every file that it exports', () => {
    const { exports, bin = {}, private: isPrivate } = manifestOf(name);
    expect(isPrivate).toBeUndefined();
    const targets = Object.values(exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target),
    );
    const missing = [...targets, ...Object.values(bin)].filter((file) => !existsSync(path.join(folderOf(name), file)));
    expect(missing).toEqual([]);
    expect(targets.filter((file) => /(?<!\.d)\.m?tsx?$/.test(file) || file.includes('.spec.'))).toEqual([]);
  });

  it('imports only its own files, Node and its dependencies', () => {
    const { dependencies, peerDependencies = {} } = manifestOf(name);
    const allowed = [`@course/${name}`, ...Object.keys({ ...dependencies, ...peerDependencies })];
    const undeclared = filesIn(path.join(folderOf(name), 'dist'), /\.m?js$/).flatMap((file) =>
      importsIn(file).filter((imported) =>
        imported.startsWith('.')
          ? !existsSync(path.resolve(path.dirname(file), imported))
          : !imported.startsWith('node:') &&
            !allowed.some((prefix) => imported === prefix || imported.startsWith(`${prefix}/`)),
      ),
    );
    expect(undeclared).toEqual([]);
  });
});

it('exports everything that remotes import', () => {
  const exported = new Set(
    PUBLISHED.flatMap((name) =>
      Object.keys(manifestOf(name).exports).map((entry) => `@course/${name}${entry.slice(1)}`),
    ),
  );
  const imported = ['mf-quiz', 'mf-offer', 'mf-legal', 'packages/federation/template'].flatMap((remote) =>
    ['src', '.']
      .flatMap((folder) =>
        filesIn(path.join(PROJECT_ROOT, remote, folder), /^[^/]*\.(tsx?|mjs)$|^(?!dist|node_modules|\.).*\.tsx?$/),
      )
      .flatMap(importsIn),
  );
  expect(imported.length).toBeGreaterThan(100);
  expect(imported.filter((name) => name.startsWith('@course/') && !exported.has(name))).toEqual([]);
});

const runIn = (folder: string, file: string, ...args: string[]) =>
  execFileSync(file, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

describe('the quiz in a repository of its own', () => {
  // With the faster of two compilers; a journey runs the remote's own script.
  it('type-checks against the packed packages', () =>
    expect(runIn(ownRepository, process.execPath, TSC, '-p', '.')).toBe(''));

  // The checkout's build was made by `npm test` or `npm run build`.
  it('has the same build as in this checkout', async () => {
    runIn(ownRepository, 'npm', 'run', '-s', 'build');
    expect(await comparableBuild(ownRepository)).toEqual(await comparableBuild(path.join(PROJECT_ROOT, 'mf-quiz')));
  }, 300_000);
});
