import { inject } from 'vitest';
import type {} from './run-stores.setup.ts';
import { freshStoresOn, type Stores } from './test-stores.ts';

/**
 * Returns the stores that this worker's spec files share, on the servers of the run (`run-stores.setup.ts`). Only one
 * file at a time uses them, and files are isolated from earlier ones by their own session ids.
 */
export const workerStores = (): Omit<Stores, 'stop'> => {
  const stores = inject('stores')[Number(process.env['VITEST_POOL_ID']) - 1];
  if (!stores) throw new Error('There are no stores for this worker');
  return stores;
};

/** Returns stores for the calling spec file only: a database on the same PostgreSQL server, and a Redis. */
export const freshStores = (): Promise<Stores> => freshStoresOn(workerStores());
