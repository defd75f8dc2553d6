import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '@course/test-kit/scratch';
import { loadSecrets } from './secrets.ts';

test('creates the secrets of a data folder once', () => {
  const dataDir = scratchFolder();
  expect(loadSecrets(dataDir)).toEqual(loadSecrets(dataDir));
});

test('two data folders share no secret', () => {
  const secretsOf = (dataDir: string): readonly string[] =>
    [...JSON.stringify(loadSecrets(dataDir)).matchAll(/[\w-]{20,}/g)].map(([secret]) => secret);
  const [one, other] = [secretsOf(scratchFolder()), secretsOf(scratchFolder())];
  expect(one).toHaveLength(14);
  expect(one.filter((secret) => other.includes(secret))).toEqual([]);
});

test('only the owner of the file can read it', () => {
  const dataDir = scratchFolder();
  loadSecrets(dataDir);
  expect(statSync(path.join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
});

test('adds what a data folder of an earlier version lacks, once, and keeps the rest', () => {
  const dataDir = scratchFolder();
  const file = path.join(dataDir, 'secrets.json');
  const { linkKeys, ...earlier } = loadSecrets(dataDir);
  expect(linkKeys).toHaveLength(1);
  writeFileSync(file, JSON.stringify(earlier));
  const upgraded = loadSecrets(dataDir);
  expect(upgraded).toEqual({ ...earlier, linkKeys: [expect.stringMatching(/^[\w-]{32,}$/)] });
  expect(loadSecrets(dataDir)).toEqual(upgraded);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(upgraded);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('reports a damaged file instead of replacing it, because the database still has its passwords', () => {
  const dataDir = scratchFolder();
  writeFileSync(path.join(dataDir, 'secrets.json'), '{}');
  expect(() => loadSecrets(dataDir)).toThrow(/secrets\.json is not in the expected form/);
});
