import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildCluster } from './template-cluster.ts';

it('leaves no server running if a migration fails', async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'template-cluster-spec-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  // PostgreSQL's system user must be able to traverse it.
  chmodSync(home, 0o711);
  const pidFile = path.join(home, 'postgres', 'postmaster.pid');
  let wasRunning = false;
  const migrate = (): Promise<never> => {
    wasRunning = existsSync(pidFile);
    return Promise.reject(new Error('migration failed'));
  };
  await expect(buildCluster(home, migrate)).rejects.toThrow('migration failed');
  expect([wasRunning, existsSync(pidFile)]).toEqual([true, false]);
});
