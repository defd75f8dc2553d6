import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import { useDatabase } from './database.ts';

/**
 * Starts stores for one spec file, because a worker also does the jobs of other files on the same database. `query`
 * uses them until they are stopped.
 */
export async function ownStores(): Promise<Pick<Stores, 'funnelDatabaseUrl' | 'redisUrl' | 'stop'>> {
  const stores = await freshStores();
  await useDatabase(stores.databaseUrl);
  const stop = async (): Promise<void> => {
    await useDatabase(undefined);
    await stores.stop();
  };
  return { funnelDatabaseUrl: stores.funnelDatabaseUrl, redisUrl: stores.redisUrl, stop };
}
