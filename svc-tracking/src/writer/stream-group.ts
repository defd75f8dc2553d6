import type { Redis } from '../platform/redis.ts';
import { FIELD, GROUP, KEYS } from '../stream/keys.ts';
import { BURY } from './bury-script.ts';
import type { Entry, PoisonLine } from './entry.ts';
import { pause } from './pause.ts';
import { reasonOf } from './sql-errors.ts';

const CONNECTING_MS = 20;

/** Messages as the client answers them; null stands for an entry that was deleted meanwhile. */
type Message = { id: string; message: Record<string, string> } | null;

const toEntries = (messages: readonly Message[]): readonly Entry[] =>
  messages.flatMap((message) => (message ? [{ streamId: message.id, text: message.message[FIELD] ?? '' }] : []));

const isMissingGroup = (error: unknown): boolean => reasonOf(error).startsWith('NOGROUP');

/** One writer's view of the stream. `reader` blocks, so it is a connection of its own. */
export class StreamGroup {
  constructor(
    readonly consumer: string,
    private readonly redis: Redis,
    private readonly reader: Redis,
  ) {}

  /** Resolves once Redis answers for the first time, or at the signal. */
  async whenReachable(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !(this.redis.isReady && this.reader.isReady)) await pause(CONNECTING_MS, signal);
  }

  /** Begins at the stream's first entry, so that nothing taken before the first writer is missed. */
  async create(): Promise<void> {
    await this.redis.xGroupCreate(KEYS.stream, GROUP, '0', { MKSTREAM: true }).catch((error: unknown) => {
      if (!reasonOf(error).startsWith('BUSYGROUP')) throw error;
    });
  }

  /** New entries, waiting up to `blockMs` for the first; 0 does not wait. */
  fresh(count: number, blockMs: number): Promise<readonly Entry[]> {
    return this.read('>', blockMs > 0 ? { COUNT: count, BLOCK: blockMs } : { COUNT: count });
  }

  /** Entries that this writer was given and has not settled, from the oldest, or from the one after `after`. */
  unsettled(count: number, after = '0'): Promise<readonly Entry[]> {
    return this.read(after, { COUNT: count });
  }

  /** Takes over what other writers were given at least `idleMs` ago and have not settled: they are dead or stuck. */
  async claim(idleMs: number, count: number): Promise<readonly Entry[]> {
    const { messages } = await this.redis.xAutoClaim(KEYS.stream, GROUP, this.consumer, idleMs, '0-0', { COUNT: count });
    return toEntries(messages);
  }

  /**
   * Removes entries and marks them as done. Not as a transaction, which a full Redis refuses, and it must be possible
   * to empty one. Dying in between leaves a mark without an entry, which the next claim clears away.
   */
  async settle(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    const ids = entries.map(({ streamId }) => streamId);
    await Promise.all([this.redis.xDel(KEYS.stream, ids), this.redis.xAck(KEYS.stream, GROUP, ids)]);
  }

  /** Moves lines to the dead letters, each with its reason, and removes their entries; once, whoever else tries. */
  async bury(lines: readonly PoisonLine[]): Promise<void> {
    const byEntry = new Map<string, string[]>();
    for (const { streamId, text, reason } of lines) byEntry.set(streamId, [...(byEntry.get(streamId) ?? []), text, reason]);
    const keys = [KEYS.stream, KEYS.dead];
    await Promise.all([...byEntry].map(([streamId, pairs]) => this.redis.eval(BURY, { keys, arguments: [GROUP, streamId, FIELD, ...pairs] })));
  }

  /** Takes this writer's name off the group, unless entries are still in its hands: they would be forgotten. */
  async leave(): Promise<void> {
    if ((await this.unsettled(1)).length === 0) await this.redis.xGroupDelConsumer(KEYS.stream, GROUP, this.consumer);
  }

  private async read(from: string, options: { COUNT: number; BLOCK?: number }): Promise<readonly Entry[]> {
    try {
      const streams = await this.reader.xReadGroup(GROUP, this.consumer, { key: KEYS.stream, id: from }, options);
      return (streams ?? []).flatMap(({ messages }) => toEntries(messages));
    } catch (error) {
      if (!isMissingGroup(error)) throw error;
      // Redis was replaced by an empty one.
      await this.create();
      return [];
    }
  }
}
