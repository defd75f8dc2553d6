import { withClient } from '@course/ops/postgres/client';
import { SERVICE_ROLES } from '@course/ops/postgres/roles';
import type { TestProject } from 'vitest/node';
import { copyDatabase, startTestStores, type Stores } from './test-stores.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for each worker: a database of its own, and the Redis of all. */
    readonly stores: readonly Omit<Stores, 'stop'>[];
  }
}

/** Vitest's global setup: one PostgreSQL and one Redis for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const servers = await startTestStores();
  // Limits of roles count over all databases of a server, and here each worker runs a service with its pools.
  await withClient(servers.superuserUrl, (client) =>
    client.query(`alter role ${SERVICE_ROLES.analyst} connection limit -1`),
  );
  const stores: Omit<Stores, 'stop'>[] = [];
  // One after the other, because the copied database may not be in use. It stays unchanged, for later copies.
  for (let worker = 1; worker <= Number(project.config.maxWorkers); worker += 1)
    stores.push({ ...(await copyDatabase(servers, `worker_${worker}`)), redisUrl: servers.redisUrl });
  project.provide('stores', stores);
  return () => servers.stop();
}
