import { execFile as execFileWithCallback, execFileSync } from 'node:child_process';
import fs, { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { scratchFolder } from '../testing/a-build.ts';
import { lockHolder, takeLock, tryLock } from './lock.mjs';

const execFile = promisify(execFileWithCallback);

const aLock = (): string => path.join(scratchFolder(), 'a.lock');

it('is held until it is released', () => {
  const file = aLock();
  const release = tryLock(file);
  expect([lockHolder(file), tryLock(file)]).toEqual([process.pid, undefined]);
  release?.();
  expect([lockHolder(file), tryLock(file)]).toEqual([undefined, expect.any(Function)]);
});

it('that another holder acquired after it expired is not released', () => {
  const file = aLock();
  const release = tryLock(file);
  writeFileSync(file, `${readFileSync(file, 'utf8')}0`);
  release?.();
  expect(lockHolder(file)).toBe(process.pid);
});

it('ends with its process, even if another one has its pid now', () => {
  const file = aLock();
  writeFileSync(file, `${process.pid} an-earlier-process`);
  expect(tryLock(file)).toEqual(expect.any(Function));
});

it('of a process that died while it wrote the lock is free', () => {
  const file = aLock();
  writeFileSync(file, '');
  expect(tryLock(file)).toEqual(expect.any(Function));
});

it.each([
  ['', 0],
  [', even if some of them die', 0.05],
])('has one holder at a time and is free afterwards, however many compete%s', async (_what, deaths) => {
  const file = aLock();
  // Every holder marks the lock for as long as it has it.
  const program = `
    import { rmSync, writeFileSync } from 'node:fs';
    import { lockHolder, tryLock } from './base/lock.mjs';
    const file = process.argv[1];
    for (const end = Date.now() + 1500; Date.now() < end; ) {
      const release = tryLock(file);
      if (!release) continue;
      writeFileSync(file + '-held', '', { flag: 'wx' });
      rmSync(file + '-held');
      if (Math.random() < ${deaths}) process.exit(0);
      release();
    }
    if (lockHolder(file) === process.pid) throw new Error('Not released');`;
  const args = ['--input-type=module', '-e', program, file];
  const compete = () => execFile(process.execPath, args, { cwd: path.resolve(import.meta.dirname, '..') });
  await Promise.all(Array.from({ length: 6 }, compete));
  expect(tryLock(file)).toEqual(expect.any(Function));
});

it('on a file system without hard links is an error, and not a held lock', async () => {
  const link = vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    link.mockRestore();
    syncBuiltinESMExports();
  });
  expect(() => tryLock(aLock())).toThrow('operation not permitted');
  await expect(takeLock(aLock())).rejects.toThrow('operation not permitted');
});

it('of another container is waited for, and ends only by expiring', async () => {
  const file = aLock();
  tryLock(file);
  // In the other container, the same pid is another process.
  const [pid, identity] = readFileSync(file, 'utf8').split(' ');
  writeFileSync(file, `${pid} ${identity}0 another-container`);
  expect([lockHolder(file), tryLock(file)]).toEqual([process.pid, undefined]);
  let onWait: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => (onWait = resolve));
  const taken = takeLock(file, onWait);
  await waiting;
  const old = new Date(Date.now() - 60_000);
  utimesSync(file, old, old);
  (await taken)();
  expect(lockHolder(file)).toBeUndefined();
});

it('is renewed for other containers while it is held, but not once it is another holder’s', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const file = aLock();
  const ageLater = (): number => {
    const old = new Date(Date.now() - 60_000);
    utimesSync(file, old, old);
    vi.advanceTimersByTime(9000);
    return Date.now() - statSync(file).mtimeMs;
  };
  const release = tryLock(file);
  expect(ageLater()).toBeLessThan(10_000);
  writeFileSync(file, `${readFileSync(file, 'utf8')}0`);
  expect(ageLater()).toBeGreaterThan(50_000);
  release?.();
  expect(vi.getTimerCount()).toBe(0);
});

it('does not keep its process alive', () => {
  const program = `import { tryLock } from './base/lock.mjs'; console.log(typeof tryLock(process.argv[1]));`;
  const args = ['--input-type=module', '-e', program, aLock()];
  const options = { cwd: path.resolve(import.meta.dirname, '..'), encoding: 'utf8', timeout: 10_000 } as const;
  expect(execFileSync(process.execPath, args, options)).toBe('function\n');
});
