import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '@course/test-kit/scratch';
import { lockDataDir } from './lock-data-dir.ts';
import { removeStackFile, runningStack, writeStackFile, type StackFile } from './stack-file.ts';

const content: StackFile = {
  url: 'http://localhost:3000',
  funnelUrl: 'http://127.0.0.1:20001',
  releasesUrl: 'http://127.0.0.1:3',
  trackingUrl: 'http://127.0.0.1:20002',
  databaseUrl: 'postgresql://course:secret@127.0.0.1:20003/course',
  analystUrl: 'postgresql://analyst:secret@127.0.0.1:20003/course',
  insightsUrl: 'http://localhost:3000/insights#token',
  redisUrl: 'redis://:secret@127.0.0.1:20004',
  pids: { edge: 1, funnel: 2 },
};

test('has all addresses while the stack runs, readable by its owner only', async () => {
  const dataDir = scratchFolder();
  const file = path.join(dataDir, 'stack.json');
  const release = await lockDataDir(dataDir, () => undefined);
  writeStackFile(dataDir, content);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(content);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(runningStack(dataDir)).toEqual(content);
  release();
  expect(runningStack(dataDir)).toBeUndefined();
});

test('locking the data folder removes the file that a crash left', async () => {
  const dataDir = scratchFolder();
  writeStackFile(dataDir, content);
  await lockDataDir(dataDir, () => undefined);
  expect(runningStack(dataDir)).toBeUndefined();
});

test('can be removed, whether it exists or not', () => {
  const dataDir = scratchFolder();
  removeStackFile(dataDir);
  writeStackFile(dataDir, content);
  removeStackFile(dataDir);
  expect(existsSync(path.join(dataDir, 'stack.json'))).toBe(false);
  expect(runningStack(dataDir)).toBeUndefined();
});
