import { PAGE_VIEW_STREAM } from '@course/contracts';
import type { Redis } from '../redis.ts';

/** An event of a page view that could not be written, as it lies in the dead-letter stream. */
export interface DeadLetter {
  readonly id: string;
  /** When it was given up, in ms since 1970. */
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

/** The oldest letters, from the one after `after` on. */
export const oldestLetters = async (redis: Redis, count: number, after?: string): Promise<readonly DeadLetter[]> =>
  toLetters(
    await redis.xRange(PAGE_VIEW_STREAM.deadLetters, after === undefined ? '-' : `(${after}`, '+', { COUNT: count }),
  );

export const letter = async (redis: Redis, id: string): Promise<DeadLetter | undefined> =>
  toLetters(await redis.xRange(PAGE_VIEW_STREAM.deadLetters, id, id))[0];

// Both or neither, and once: whoever deletes the letter puts it back.
const REPLAY = `
  if redis.call('XDEL', KEYS[1], ARGV[1]) == 0 then return 0 end
  redis.call('XADD', KEYS[2], '*', ARGV[2], ARGV[3])
  return 1`;

/** Puts a letter back into the stream, where a writer tries it again. False when it was not there any more. */
export const replayLetter = async (redis: Redis, { id, text }: DeadLetter): Promise<boolean> =>
  (await redis.eval(REPLAY, {
    keys: [PAGE_VIEW_STREAM.deadLetters, PAGE_VIEW_STREAM.stream],
    arguments: [id, PAGE_VIEW_STREAM.field, text],
  })) === 1;

const PAGE = 500;

/** Puts all letters back that lie there now; what fails again meanwhile is not tried twice. Returns how many. */
export const replayAll = async (redis: Redis): Promise<number> => {
  const [last] = toLetters(await redis.xRevRange(PAGE_VIEW_STREAM.deadLetters, '+', '-', { COUNT: 1 }));
  if (!last) return 0;
  let replayed = 0;
  for (;;) {
    const letters = toLetters(await redis.xRange(PAGE_VIEW_STREAM.deadLetters, '-', last.id, { COUNT: PAGE }));
    if (letters.length === 0) return replayed;
    for (const one of letters) if (await replayLetter(redis, one)) replayed += 1;
  }
};
