import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { commitOf } from './local-releases.ts';

const aFolder = (): string => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'commit-of-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

it('the commit of a folder is that of its repository, unless something in it has changed', async () => {
  const root = aFolder();
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-C', root, ...args], { encoding: 'utf8' });
  const remote = path.join(root, 'mf-quiz');
  mkdirSync(remote);
  writeFileSync(path.join(remote, 'a.ts'), 'one');
  git('init', '-q');
  expect(await commitOf(remote)).toBeNull();
  git('add', '.');
  expect(await commitOf(remote)).toBeNull();
  git('commit', '-qm', 'first');
  const commit = git('rev-parse', 'HEAD').trim();
  expect(await commitOf(remote)).toBe(commit);
  writeFileSync(path.join(root, 'elsewhere.ts'), 'two');
  expect(await commitOf(remote)).toBe(commit);
  writeFileSync(path.join(remote, 'a.ts'), 'two');
  expect(await commitOf(remote)).toBeNull();
});

it('a folder in no repository has no commit', async () => {
  expect(await commitOf(aFolder())).toBeNull();
});
