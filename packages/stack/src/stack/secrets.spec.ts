import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../testing/scratch.ts';
import { loadSecrets } from './secrets.ts';

test('secrets are made once for a data folder and kept', () => {
  const dataDir = scratchFolder();
  expect(loadSecrets(dataDir)).toEqual(loadSecrets(dataDir));
});

test('two data folders share no secret', () => {
  const secretsOf = (dataDir: string): readonly string[] => [...JSON.stringify(loadSecrets(dataDir)).matchAll(/[\w-]{20,}/g)].map(([secret]) => secret);
  const [one, other] = [secretsOf(scratchFolder()), secretsOf(scratchFolder())];
  expect(one).toHaveLength(10);
  expect(one.filter((secret) => other.includes(secret))).toEqual([]);
});

test('only their owner may read them', () => {
  const dataDir = scratchFolder();
  loadSecrets(dataDir);
  expect(statSync(path.join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
});

test('a damaged file is reported, not replaced: the database still has the old passwords', () => {
  const dataDir = scratchFolder();
  writeFileSync(path.join(dataDir, 'secrets.json'), '{}');
  expect(() => loadSecrets(dataDir)).toThrow(/secrets\.json is not in the expected form/);
});
