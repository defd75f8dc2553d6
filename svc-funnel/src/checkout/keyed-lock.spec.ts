import { expect, it } from 'vitest';
import { KeyedLock } from './keyed-lock.ts';

const gate = () => {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open };
};

it('runs work with the same key in order, and with another key in parallel', async () => {
  const [lock, first, order] = [new KeyedLock(), gate(), [] as string[]];
  const work =
    (name: string, wait = Promise.resolve()) =>
    async () => {
      await wait;
      order.push(name);
    };
  const all = [lock.run('a', work('a1', first.passed)), lock.run('a', work('a2')), lock.run('b', work('b1'))];
  await all[2];
  first.open();
  await Promise.all(all);
  expect(order).toEqual(['b1', 'a1', 'a2']);
});

it('continues after work that failed, which rejects for its caller', async () => {
  const lock = new KeyedLock();
  const failed = lock.run('a', () => Promise.reject(new Error('no')));
  const next = lock.run('a', () => Promise.resolve('yes'));
  await expect(failed).rejects.toThrow('no');
  await expect(next).resolves.toBe('yes');
});
