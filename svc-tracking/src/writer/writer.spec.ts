import { createLogger } from '@course/service-kit';
import { expect, it } from 'vitest';
import { pauseMs } from '../platform/pause.ts';
import type { PageViewRepository } from './page-view.repository.ts';
import type { StreamGroup } from './stream-group.ts';
import { untilStored, Writer, type WriterDeps } from './writer.ts';

const event =
  '{"kind":"exit","id":"019bbee9-4000-7000-8000-000000000001","exitedAt":1,"timeSpentSeconds":1,"clamped":false}';
const batch = [{ streamId: '1-0', text: event }];

const failing = (times: number) => {
  let left = times;
  const upsert = () => (left-- > 0 ? Promise.reject(new Error('away')) : Promise.resolve());
  return { upsert, copy: () => Promise.resolve(0), insertClientErrors: () => Promise.resolve() };
};

it('tries until PostgreSQL is back, and reports every failure', async () => {
  const failures: unknown[] = [];
  const options = { stopping: new AbortController().signal, onFailure: (error: unknown) => failures.push(error) };
  expect(await untilStored(batch, failing(2), options)).toEqual({ written: 1, poison: [] });
  expect(failures).toHaveLength(2);
});

it('tries once more when stopping, and then leaves the batch to others', async () => {
  const stopping = new AbortController();
  let tries = 0;
  const upsert = () => Promise.reject(new Error(`away ${tries++}`));
  const repository = { upsert, copy: upsert, insertClientErrors: upsert };
  expect(
    await untilStored(batch, repository, { stopping: stopping.signal, onFailure: () => stopping.abort() }),
  ).toBeUndefined();
  expect(tries).toBe(2);
});

it('pauses longer and longer, up to 5 s', () => {
  expect([0, 1, 2, 5, 6, 100].map(pauseMs)).toEqual([100, 200, 400, 3200, 5000, 5000]);
});

it('pauses longer and longer while Redis refuses', async () => {
  const times: number[] = [];
  const claim = () => Promise.reject(new Error(`refused ${times.push(performance.now())}`));
  const noEntries = () => Promise.resolve([]);
  const group = { whenReachable: () => Promise.resolve(), claim, pending: noEntries, leave: () => Promise.resolve() };
  const counter = { inc: () => undefined };
  const writer = new Writer({
    group: group as unknown as StreamGroup,
    repository: {} as PageViewRepository,
    metrics: { errors: counter } as unknown as WriterDeps['metrics'],
    logger: createLogger('svc-tracking', 'silent'),
    onStored: () => undefined,
    claimIdleMs: 1000,
  });
  writer.start();
  await expect.poll(() => times.length).toBeGreaterThan(3);
  await writer.stop();
  // Timers may fire a little early.
  expect(times[3]! - times[2]!).toBeGreaterThan(390);
});
