import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '@course/federation/paths';
import { expect, test } from 'vitest';
import type { Manifest } from './manifest.ts';

const remotes = readdirSync(PROJECT_ROOT).filter((name) => name.startsWith('mf-'));

/** Returns the packages that the sources of a folder import. */
const importedIn = (folder: string): ReadonlySet<string> =>
  new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => [
        ...readFileSync(path.join(folder, file), 'utf8').matchAll(/\b(?:from|import) '([^'.][^']*)'/g),
      ])
      .map(([, name = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
      .filter((name) => !name.startsWith('node:')),
  );

test.each(remotes)('%s declares every package that it imports, as a repository of its own requires', (name) => {
  const folder = path.join(PROJECT_ROOT, name);
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  ) as Manifest;
  const imported = importedIn(path.join(folder, 'src'));
  expect(imported).toContain('@course/platform');
  expect(Object.keys({ ...dependencies, ...devDependencies })).toEqual(expect.arrayContaining([...imported]));
});
