import { inject } from 'vitest';
import type {} from './run-stores.setup.ts';
import { storesBeside, type Stores } from './test-stores.ts';

/** Returns stores for one spec file alone, on the PostgreSQL server of the run (`run-stores.setup.ts`). */
export const freshStores = (): Promise<Stores> => storesBeside(inject('stores'));
