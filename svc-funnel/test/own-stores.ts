import { startTestStores, type TestStores } from '@course/test-kit/test-stores';
import { useDatabase } from './database.ts';

/** Stores for one spec file alone: a worker does the jobs of whoever shares its database. `query` asks them until they stop. */
export async function ownStores(): Promise<Pick<TestStores, 'funnelDatabaseUrl' | 'redisUrl' | 'stop'>> {
  const stores = await startTestStores();
  useDatabase(stores.databaseUrl);
  const stop = async (): Promise<void> => {
    useDatabase(undefined);
    await stores.stop();
  };
  return { funnelDatabaseUrl: stores.funnelDatabaseUrl, redisUrl: stores.redisUrl, stop };
}
