import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from './scratch.ts';
import { buildCluster } from './template-cluster.ts';

it('leaves no server running if a migration fails', async () => {
  const home = scratchFolder();
  const pidFile = path.join(home, 'postgres', 'postmaster.pid');
  let wasRunning = false;
  const migrate = (): Promise<never> => {
    wasRunning = existsSync(pidFile);
    return Promise.reject(new Error('migration failed'));
  };
  await expect(buildCluster(home, migrate)).rejects.toThrow('migration failed');
  expect([wasRunning, existsSync(pidFile)]).toEqual([true, false]);
});
