import { startTestStores } from '@course/test-kit/test-stores';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    readonly databaseUrl: string;
    readonly funnelDatabaseUrl: string;
    readonly redisUrl: string;
  }
}

/** One PostgreSQL and one Redis for the whole run; tests keep apart by their own session ids. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stores = await startTestStores();
  project.provide('databaseUrl', stores.databaseUrl);
  project.provide('funnelDatabaseUrl', stores.funnelDatabaseUrl);
  project.provide('redisUrl', stores.redisUrl);
  return () => stores.stop();
}
