/** As many requests as a store serves well at once. */
const AT_ONCE = 12;

/** Like `Promise.all` over `work(item)`, at most a dozen at a time. */
export const inParallel = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  let next = 0;
  const takeTurns = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, takeTurns));
  return results;
};
