import { startTestStores } from '@course/test-kit/test-stores';
import type { TestProject } from 'vitest/node';

export interface SharedStores {
  readonly databaseUrl: string;
  readonly trackingDatabaseUrl: string;
  readonly analystUrl: string;
  readonly redisUrl: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    stores: SharedStores;
  }
}

/** One PostgreSQL and one Redis for all files that break neither. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stores = await startTestStores();
  const { databaseUrl, trackingDatabaseUrl, analystUrl, redisUrl } = stores;
  project.provide('stores', { databaseUrl, trackingDatabaseUrl, analystUrl, redisUrl });
  return () => stores.stop();
}
