import type { TestProject } from 'vitest/node';
import { copyDatabase, startTestStores, type Stores } from './test-stores.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** For all spec files of a run: they keep apart by their own session ids. */
    readonly stores: Omit<Stores, 'stop'>;
  }
}

/** Vitest's global set-up: one PostgreSQL and one Redis for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const servers = await startTestStores();
  // Others are copied from the first one, which therefore stays as it is.
  project.provide('stores', { ...(await copyDatabase(servers, 'shared')), redisUrl: servers.redisUrl });
  return () => servers.stop();
}
