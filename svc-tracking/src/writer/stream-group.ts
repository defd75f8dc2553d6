import { PAGE_VIEW_STREAM } from '@course/contracts';
import { RESP_TYPES } from 'redis';
import { messageOf, type Redis } from '@course/service-kit';
import { createGroup, GROUP, ROWS_FIELD } from '../stream/stream.ts';
import type { Entry, PoisonLine } from './entries.ts';
import { pause } from '../platform/pause.ts';

const CONNECTING_MS = 20;

/** The same connection with values as bytes, because rows are not text. */
const asBytes = (redis: Redis) => redis.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
type ByteRedis = ReturnType<typeof asBytes>;

/** A message as the client returns it; null for an entry that has been deleted. */
type Message = { id: Buffer; message: Record<string, Buffer> } | null;

const toEntry = ({ id, message }: NonNullable<Message>): Entry => {
  const [streamId, rows] = [id.toString('latin1'), message[ROWS_FIELD]];
  return rows ? { streamId, rows } : { streamId, text: message[PAGE_VIEW_STREAM.field]?.toString('utf8') ?? '' };
};

const toEntries = (messages: readonly Message[]): readonly Entry[] =>
  messages.flatMap((message) => (message ? [toEntry(message)] : []));

const isMissingGroup = (error: unknown): boolean => messageOf(error).startsWith('NOGROUP');

/**
 * Moves an entry's bad lines to the dead letters and deletes the entry, unless another writer has acknowledged it: two
 * writers may hold the same entry if one was presumed dead. The lines are passed as pairs of text and reason.
 * The script's first write is a dead letter: a full Redis refuses it before anything has changed.
 */
const DEAD_LETTER = `
  if #redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[2], ARGV[2], 1) == 0 then return 0 end
  for at = 4, #ARGV, 2 do
    redis.call('XADD', KEYS[2], '*', ARGV[3], ARGV[at], 'reason', ARGV[at + 1], 'streamId', ARGV[2])
  end
  redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
  redis.call('XDEL', KEYS[1], ARGV[2])
  return 1`;

/** One writer's view of the stream. `reader` blocks, so it is a connection of its own. */
export class StreamGroup {
  private readonly bytes: ByteRedis;
  private readonly readerBytes: ByteRedis;

  constructor(
    readonly consumer: string,
    private readonly redis: Redis,
    private readonly reader: Redis,
  ) {
    this.bytes = asBytes(redis);
    this.readerBytes = asBytes(reader);
  }

  /** Resolves once both connections are ready, or at the signal. */
  async whenReachable(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !(this.redis.isReady && this.reader.isReady)) await pause(CONNECTING_MS, signal);
  }

  /** Reads new entries, waiting up to `blockMs` for the first; 0 does not wait. */
  async fresh(count: number, blockMs: number): Promise<readonly Entry[]> {
    const options = blockMs > 0 ? { COUNT: count, BLOCK: blockMs } : { COUNT: count };
    const newEntries = { key: PAGE_VIEW_STREAM.stream, id: '>' };
    return this.readerBytes.xReadGroup(GROUP, this.consumer, newEntries, options).then(
      (streams) => (streams ?? []).flatMap(({ messages }) => toEntries(messages)),
      (error: unknown) => this.withoutGroup(error),
    );
  }

  /**
   * Returns entries delivered to this writer but not acknowledged, oldest first, starting after the entry `after` if
   * given.
   */
  async pending(count: number, after?: string): Promise<readonly Entry[]> {
    const ids = await this.pendingIds(count, after);
    if (ids.length === 0) return [];
    const entries = toEntries(await this.bytes.xClaim(PAGE_VIEW_STREAM.stream, GROUP, this.consumer, 0, [...ids]));
    const found = new Set(entries.map(({ streamId }) => streamId));
    const deleted = ids.filter((id) => !found.has(id));
    // Half acknowledged, or acknowledged by another writer: only the pending mark is left.
    if (deleted.length > 0) await this.redis.xAck(PAGE_VIEW_STREAM.stream, GROUP, deleted);
    return entries.length > 0 ? entries : this.pending(count, ids.at(-1));
  }

  /**
   * Takes over entries that were delivered to other writers, dead or stuck, at least `idleMs` ago and not acknowledged.
   */
  async claim(idleMs: number, count: number): Promise<readonly Entry[]> {
    return this.bytes.xAutoClaim(PAGE_VIEW_STREAM.stream, GROUP, this.consumer, idleMs, '0-0', { COUNT: count }).then(
      ({ messages }) => toEntries(messages),
      (error: unknown) => this.withoutGroup(error),
    );
  }

  /**
   * Deletes and acknowledges entries. Not in a transaction, which a full Redis refuses although it must be emptied. A
   * crash in between leaves a pending mark without an entry, which the next claim removes.
   */
  async acknowledge(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    const ids = entries.map(({ streamId }) => streamId);
    await Promise.all([
      this.redis.xDel(PAGE_VIEW_STREAM.stream, ids),
      this.redis.xAck(PAGE_VIEW_STREAM.stream, GROUP, ids),
    ]);
  }

  /** Moves lines with their reasons to the dead letters and deletes their entries; only once if several writers try. */
  async deadLetter(lines: readonly PoisonLine[]): Promise<void> {
    const byEntry = new Map<string, string[]>();
    for (const { streamId, text, reason } of lines)
      byEntry.set(streamId, [...(byEntry.get(streamId) ?? []), text, reason]);
    const keys = [PAGE_VIEW_STREAM.stream, PAGE_VIEW_STREAM.deadLetters];
    await Promise.all(
      [...byEntry].map(([streamId, pairs]) =>
        this.redis.eval(DEAD_LETTER, { keys, arguments: [GROUP, streamId, PAGE_VIEW_STREAM.field, ...pairs] }),
      ),
    );
  }

  /** Removes this writer from the group, unless it has pending entries, which would never be delivered again. */
  async leave(): Promise<void> {
    if ((await this.pendingIds(1)).length === 0)
      await this.redis.xGroupDelConsumer(PAGE_VIEW_STREAM.stream, GROUP, this.consumer);
  }

  /**
   * Creates the group if it is missing, because Redis was replaced by an empty one or was full when the service
   * started. Rejects with other errors.
   */
  private async withoutGroup(error: unknown): Promise<readonly Entry[]> {
    if (!isMissingGroup(error)) throw error;
    await createGroup(this.redis);
    return [];
  }

  private async pendingIds(count: number, after?: string): Promise<readonly string[]> {
    const from = after === undefined ? '-' : `(${after}`;
    const pending = await this.redis
      .xPendingRange(PAGE_VIEW_STREAM.stream, GROUP, from, '+', count, { consumer: this.consumer })
      .catch((error: unknown) => {
        if (isMissingGroup(error)) return [];
        throw error;
      });
    return pending.map(({ id }) => id);
  }
}
