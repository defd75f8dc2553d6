import type { TestProject } from 'vitest/node';
import { copyDatabase, startTestStores, type Stores } from './test-stores.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** For each worker a database, and one Redis for all. */
    readonly stores: readonly Omit<Stores, 'stop'>[];
  }
}

/** Vitest's global set-up: one PostgreSQL and one Redis for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const servers = await startTestStores();
  const stores: Omit<Stores, 'stop'>[] = [];
  // One after the other: nobody may use what is copied. It stays as it is, for other copies.
  for (let worker = 1; worker <= Number(project.config.maxWorkers); worker += 1)
    stores.push({ ...(await copyDatabase(servers, `worker_${worker}`)), redisUrl: servers.redisUrl });
  project.provide('stores', stores);
  return () => servers.stop();
}
