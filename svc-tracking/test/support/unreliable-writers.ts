import type { Entry } from '../../src/writer/entries.ts';
import type { PageViewRepository } from '../../src/writer/page-view.repository.ts';
import { StreamGroup } from '../../src/writer/stream-group.ts';
import { untilStored } from '../../src/writer/writer.ts';
import { messageOf, type Redis } from '@course/service-kit';
import type { Random } from '@course/test-kit/seeded-random';

const READ_MAX = 40;
const WRITERS = 3;

/** Writers that die at every possible point, and are replaced by others under new names. */
export const unreliableWriters = (redis: Redis, repository: PageViewRepository, random: Random) => {
  let names = 0;
  const fresh = (): StreamGroup => new StreamGroup(`writer-${(names += 1)}`, redis, redis);
  const writers = Array.from({ length: WRITERS }, fresh);
  const counts = { handled: 0, deaths: 0 };
  // Writers that hold the same entries may deadlock; PostgreSQL then aborts one, which tries again.
  const options = {
    stopping: new AbortController().signal,
    onFailure: (error: unknown): void => {
      if (!messageOf(error).includes('deadlock')) throw error;
    },
  };

  const handle = async (at: number, entries: readonly Entry[], mayDie: boolean): Promise<void> => {
    const group = writers[at];
    if (!group || entries.length === 0) return;
    counts.handled += entries.length;
    const diesIn = mayDie ? random.below(12) : Number.NaN;
    const die = (): void => {
      counts.deaths += 1;
      writers[at] = fresh();
    };
    if (diesIn === 0) return die();
    const some = diesIn === 1 ? entries.slice(0, 1 + random.below(entries.length)) : entries;
    const { poison = [] } = (await untilStored(some, repository, options)) ?? {};
    if (diesIn === 1 || diesIn === 2) return die();
    const bad = new Set(poison.map(({ streamId }) => streamId));
    await group.acknowledge(entries.filter(({ streamId }) => !bad.has(streamId)));
    if (diesIn === 3) return die();
    await group.deadLetter(poison);
  };

  const step = async (at: number, mayDie: boolean): Promise<number> => {
    const group = writers[at];
    if (!group) return 0;
    const count = 1 + random.below(READ_MAX);
    const entries = random.chance(0.2) || !mayDie ? await group.claim(0, count) : await group.fresh(count, 0);
    await handle(at, entries, mayDie);
    return entries.length;
  };

  /** Runs until nothing is left in the stream. Writers work concurrently, so that one may claim what another holds. */
  const drain = async (left: () => Promise<number>): Promise<void> => {
    let quiet = 0;
    while (quiet < 10)
      quiet = (await Promise.all(writers.map((_, at) => step(at, true)))).every((count) => count === 0) ? quiet + 1 : 0;
    while ((await left()) > 0)
      if ((await step(0, false)) === 0) await handle(0, (await writers[0]?.fresh(READ_MAX, 0)) ?? [], false);
  };

  return { drain, counts };
};
