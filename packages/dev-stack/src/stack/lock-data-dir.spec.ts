import fs, { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { scratchFolder } from '@course/test-kit/scratch';
import { lockDataDir } from './lock-data-dir.ts';

const silent = (): void => undefined;

test('refuses a second stack on the same data folder and says what to do', async () => {
  const dataDir = scratchFolder();
  await lockDataDir(dataDir, silent);
  await expect(lockDataDir(dataDir, silent, 100)).rejects.toThrow(
    `is running already (process ${process.pid}). Stop it (kill ${process.pid})`,
  );
});

test('reports a data folder that cannot be written in one sentence', async () => {
  const file = path.join(scratchFolder(), 'a-file');
  writeFileSync(file, '');
  const dataDir = path.join(file, 'data');
  await expect(lockDataDir(dataDir, silent, 100)).rejects.toThrow(
    `The data folder ${dataDir} cannot be written (ENOTDIR). Make it writable, or set DATA_DIR to a folder that is.`,
  );
});

test('reports a file system without hard links in one sentence, and not as a running stack', async () => {
  const link = vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    link.mockRestore();
    syncBuiltinESMExports();
  });
  const dataDir = scratchFolder();
  await expect(lockDataDir(dataDir, silent, 100)).rejects.toThrow(
    `The data folder ${dataDir} cannot be locked (EPERM): its file system must support hard links.`,
  );
});

test('waits for a stack that is being stopped', async () => {
  const dataDir = scratchFolder();
  const release = await lockDataDir(dataDir, silent);
  const second = lockDataDir(dataDir, silent);
  release();
  await expect(second).resolves.toBeTypeOf('function');
});

test('a released lock can be taken again', async () => {
  const dataDir = scratchFolder();
  (await lockDataDir(dataDir, silent))();
  await expect(lockDataDir(dataDir, silent)).resolves.toBeTypeOf('function');
});

test('ignores the lock of a process that was killed', async () => {
  const dataDir = scratchFolder();
  writeFileSync(path.join(dataDir, 'start.lock'), `${process.pid} an-earlier-process-with-this-pid`);
  await expect(lockDataDir(dataDir, silent)).resolves.toBeTypeOf('function');
});
