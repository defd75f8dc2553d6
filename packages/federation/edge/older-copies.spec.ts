import { expect, it, vi } from 'vitest';
import type { Registry } from '../contract/release.ts';
import { withStable } from '../registry/channels.ts';
import { rowOf, withRelease } from '../registry/registry.ts';
import { StoreUnavailable } from '../store/store.ts';
import type { Mirror } from './mirror.ts';
import { olderCopies } from './older-copies.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const id = (number: number): string => String(number).repeat(20);

/** A registry in which these releases of one remote were live one after the other, all but the last long ago. */
const published = (...numbers: readonly number[]): Registry =>
  numbers.reduce<Registry>(
    (current, number, at) => {
      const now = new Date(Date.now() - (numbers.length - at) * 2 * DAY_MS);
      const about = { folder: id(number), commit: null, at: now.toISOString() };
      const known = withRelease(
        current,
        'mf-sample',
        id(number),
        rowOf({ version: `${number}.0.0`, contract: 2 }, about),
      );
      return withStable(known, 'mf-sample', id(number), now);
    },
    { form: 2, remotes: {} },
  );

it('copies that failed are tried again only after all others, and not twice at a time', async () => {
  let proceed = (): void => undefined;
  const slow = new Promise<void>((resolve) => (proceed = resolve));
  const ensure = vi.fn<Mirror['ensure']>(async (release) => {
    if (release.id === id(3)) await slow;
    throw new StoreUnavailable('it is down');
  });
  const mirror: Mirror = { ensure, has: () => false, isRefused: () => false, keepOnly: async () => undefined };
  const problems = { report: () => undefined, resolve: () => undefined };
  const liveIn = vi.fn(async () => undefined);
  const older = olderCopies({ mirror, problems, retryMs: 0, liveIn });
  const state = { registry: published(1, 2, 3, 4), teams: { teams: {} } };
  const tried = () => ensure.mock.calls.map(([release]) => release.id);
  const runs = (count: number) => vi.waitFor(() => expect(liveIn).toHaveBeenCalledTimes(count));
  older.follow(state);
  await vi.waitFor(() => expect(tried()).toHaveLength(3));
  older.follow(state);
  proceed();
  await runs(1);
  expect(tried()).toEqual([id(1), id(2), id(3)]);
  older.follow(state);
  await runs(2);
  expect(tried()).toHaveLength(6);
  await older.stop();
});
