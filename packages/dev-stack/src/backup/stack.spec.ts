import { canConnect } from '@course/ops/postgres/client';
import { scratchFolder } from '@course/test-kit/scratch';
import { afterEach, expect, it, vi } from 'vitest';
import { lockDataDir } from '../stack/lock-data-dir.ts';
import { writeStackFile } from '../stack/stack-file.ts';
import { withStack } from './stack.ts';

afterEach(() => void vi.unstubAllEnvs());

it('starts the embedded database when a crash left a stack.json with the address of a dead one', async () => {
  const dataDir = scratchFolder();
  vi.stubEnv('DATA_DIR', dataDir);
  const gone = 'http://127.0.0.1:9';
  writeStackFile(dataDir, {
    url: gone,
    funnelUrl: gone,
    trackingUrl: gone,
    releasesUrl: gone,
    insightsUrl: gone,
    databaseUrl: 'postgresql://course:secret@127.0.0.1:9/course',
    analystUrl: 'postgresql://analyst:secret@127.0.0.1:9/course',
    redisUrl: 'redis://127.0.0.1:9',
    pids: {},
  });
  expect(await withStack(({ databaseUrl }) => canConnect(databaseUrl), { isExclusive: false })).toBe(true);
});

it('locks the data folder for a restore, also with a database in DATABASE_URL', async () => {
  vi.stubEnv('DATA_DIR', scratchFolder());
  await withStack(
    async ({ databaseUrl }) => {
      const dataDir = scratchFolder();
      vi.stubEnv('DATA_DIR', dataDir);
      vi.stubEnv('DATABASE_URL', databaseUrl);
      const lock = (): Promise<() => void> => lockDataDir(dataDir, () => undefined, 0);
      const lockDuringUse = (isExclusive: boolean) => withStack(async () => (await lock())(), { isExclusive });
      await expect(lockDuringUse(true)).rejects.toThrow('is running already');
      await expect(lockDuringUse(false)).resolves.toBeUndefined();
    },
    { isExclusive: true },
  );
});
