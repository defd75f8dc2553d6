import { expect, it, vi } from 'vitest';
import { inBatches } from './in-batches.ts';

it.each([
  { rows: 0, calls: 1 },
  { rows: 2, calls: 1 },
  { rows: 3, calls: 2 },
  { rows: 7, calls: 3 },
])('handles $rows rows in $calls batches of up to 3', async ({ rows, calls }) => {
  let left = rows;
  const batch = vi.fn(async () => {
    const handled = Math.min(left, 3);
    left -= handled;
    return handled;
  });
  expect(await inBatches(3, batch)).toBe(rows);
  expect(batch).toHaveBeenCalledTimes(calls);
});

it('stops at a batch that fails', async () => {
  const batch = vi.fn<() => Promise<number>>().mockResolvedValueOnce(3).mockRejectedValueOnce(new Error('away'));
  await expect(inBatches(3, batch)).rejects.toThrow('away');
  expect(batch).toHaveBeenCalledTimes(2);
});
