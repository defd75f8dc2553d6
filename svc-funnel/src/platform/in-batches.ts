/** Calls `batch` until it handles fewer than `size` rows. Returns how many rows were handled in total. */
export async function inBatches(size: number, batch: () => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const handled = await batch();
    total += handled;
    if (handled < size) return total;
  }
}
