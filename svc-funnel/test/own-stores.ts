import { freshStores } from '@course/test-kit/fresh-stores';
import type { Stores } from '@course/test-kit/test-stores';
import { useDatabase } from './database.ts';

/** Stores for one spec file alone: a worker does the jobs of whoever shares its database. `query` asks them until they stop. */
export async function ownStores(): Promise<Pick<Stores, 'funnelDatabaseUrl' | 'redisUrl' | 'stop'>> {
  const stores = await freshStores();
  await useDatabase(stores.databaseUrl);
  const stop = async (): Promise<void> => {
    await useDatabase(undefined);
    await stores.stop();
  };
  return { funnelDatabaseUrl: stores.funnelDatabaseUrl, redisUrl: stores.redisUrl, stop };
}
