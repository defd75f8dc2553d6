import type { Visitor } from './visitor.ts';

/** Number of visitors written together, which have about 15,000 page views. */
const CHUNK = 1000;

export interface Written {
  readonly visitors: number;
  readonly views: number;
  readonly orders: number;
}

/** Writes all rows of some visitors. Returns the number of their page views. */
export type ChunkWriter = (visitors: readonly Visitor[]) => Promise<number>;

export interface WriteOptions {
  readonly visitors: Iterable<Visitor>;
  readonly write: ChunkWriter;
  readonly onProgress: (written: Written) => void;
  /** Aborts once the current chunk is written. */
  readonly signal: AbortSignal;
}

/** Yields the items in groups of `size`. The last one may be smaller. */
function* chunks<Item>(items: Iterable<Item>, size: number): Generator<readonly Item[]> {
  let chunk: Item[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

const ordersIn = (visitors: readonly Visitor[]): number => visitors.filter(({ checkout }) => checkout?.order).length;

/** Writes visitors chunk by chunk, and reports the totals after each. Returns the final totals. */
export const writeVisitors = async ({ visitors, write, onProgress, signal }: WriteOptions): Promise<Written> => {
  let written: Written = { visitors: 0, views: 0, orders: 0 };
  for (const chunk of chunks(visitors, CHUNK)) {
    if (signal.aborted) break;
    const views = await write(chunk);
    written = {
      visitors: written.visitors + chunk.length,
      views: written.views + views,
      orders: written.orders + ordersIn(chunk),
    };
    onProgress(written);
  }
  return written;
};
