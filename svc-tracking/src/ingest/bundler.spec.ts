import { expect, it } from 'vitest';
import { Bundler } from './bundler.ts';

const aBundler = (itemsMax: number, outcome: (items: readonly number[]) => Promise<void> = () => Promise.resolve()) => {
  const written: (readonly number[])[] = [];
  const bundler = new Bundler<number>((items) => {
    written.push(items);
    return outcome(items);
  }, itemsMax);
  return { written, bundler };
};

it('writes items of one turn together, and items of two turns separately', async () => {
  const { written, bundler } = aBundler(10);
  await Promise.all([1, 2, 3].map((item) => bundler.add(item)));
  await bundler.add(4);
  expect(written).toEqual([[1, 2, 3], [4]]);
});

it('never writes more than its maximum together', async () => {
  const { written, bundler } = aBundler(2);
  await Promise.all([1, 2, 3].map((item) => bundler.add(item)));
  expect(written).toEqual([[1, 2], [3]]);
});

it('gives each item the outcome of its own write', async () => {
  const { bundler } = aBundler(1, ([item]) => (item === 2 ? Promise.reject(new Error('refused')) : Promise.resolve()));
  const outcomes = await Promise.allSettled([1, 2].map((item) => bundler.add(item)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});
