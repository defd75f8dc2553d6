import { startTestStores } from '@course/test-kit/test-stores';
import type { Measurement } from './measurement.ts';
import { measureBatches } from './tracking-batches.ts';
import { measureDrop } from './tracking-months.ts';
import { measureSingles } from './tracking-singles.ts';

export interface TrackingBenchOptions {
  readonly root: string;
  readonly say: (line: string) => void;
}

/** Page views beside a bare server and a bare COPY. Redis syncs every write; this PostgreSQL does not, for neither side. */
export const measureTracking = async ({ root, say }: TrackingBenchOptions): Promise<readonly Measurement[]> => {
  const stores = await startTestStores('disk');
  const bench = { root, stores };
  try {
    return [...(await measureSingles(bench, say)), ...(await measureBatches(bench, say)), await measureDrop(stores)];
  } finally {
    await stores.stop();
  }
};
