import { PAGE_VIEW_STREAM } from '@course/contracts';
import type { Redis } from '../redis.ts';

/** A page-view event that could not be written, as stored in the dead-letter stream. */
export interface DeadLetter {
  readonly id: string;
  /** When the writer gave it up, in ms since 1970. */
  readonly at: number;
  readonly reason: string;
  /** The entry of the stream that it was part of. */
  readonly streamId: string;
  readonly text: string;
}

type Message = { id: string; message: Record<string, string> } | null;

const toLetters = (messages: readonly Message[] | null): readonly DeadLetter[] =>
  (messages ?? []).flatMap((entry) => {
    if (!entry) return [];
    const { id, message } = entry;
    return [
      {
        id,
        at: Number(id.split('-')[0]),
        reason: message['reason'] ?? '',
        streamId: message['streamId'] ?? '',
        text: message[PAGE_VIEW_STREAM.field] ?? '',
      },
    ];
  });

export const countLetters = (redis: Redis): Promise<number> => redis.xLen(PAGE_VIEW_STREAM.deadLetters);

/** Returns the oldest letters, or the oldest after the id `after`. */
export const oldestLetters = async (redis: Redis, count: number, after?: string): Promise<readonly DeadLetter[]> =>
  toLetters(
    await redis.xRange(PAGE_VIEW_STREAM.deadLetters, after === undefined ? '-' : `(${after}`, '+', { COUNT: count }),
  );

export const findLetter = async (redis: Redis, id: string): Promise<DeadLetter | undefined> =>
  toLetters(await redis.xRange(PAGE_VIEW_STREAM.deadLetters, id, id))[0];

// Atomic, so that only the caller that deletes the letter adds it to the stream.
const REPLAY = `
  if redis.call('XDEL', KEYS[1], ARGV[1]) == 0 then return 0 end
  redis.call('XADD', KEYS[2], '*', ARGV[2], ARGV[3])
  return 1`;

/** Puts a letter back into the stream, where a writer tries it again. Returns false if it did not exist any more. */
export const replayLetter = async (redis: Redis, { id, text }: DeadLetter): Promise<boolean> =>
  (await redis.eval(REPLAY, {
    keys: [PAGE_VIEW_STREAM.deadLetters, PAGE_VIEW_STREAM.stream],
    arguments: [id, PAGE_VIEW_STREAM.field, text],
  })) === 1;

const PAGE = 500;

/** Replays all current letters, but none that fails again meanwhile. Returns how many. */
export const replayAll = async (redis: Redis): Promise<number> => {
  const [last] = toLetters(await redis.xRevRange(PAGE_VIEW_STREAM.deadLetters, '+', '-', { COUNT: 1 }));
  if (!last) return 0;
  let replayed = 0;
  for (;;) {
    const letters = toLetters(await redis.xRange(PAGE_VIEW_STREAM.deadLetters, '-', last.id, { COUNT: PAGE }));
    if (letters.length === 0) return replayed;
    for (const letter of letters) if (await replayLetter(redis, letter)) replayed += 1;
  }
};
