import type { Redis } from '../platform/redis.ts';
import { FIELD, GROUP, KEYS } from '../stream/keys.ts';
import type { Entry, PoisonEntry } from './entry.ts';
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

  /** Entries that this writer was given and has not settled, from the oldest. */
  unsettled(count: number): Promise<readonly Entry[]> {
    return this.read('0', { COUNT: count });
  }

  /** Takes over what other writers were given at least `idleMs` ago and have not settled: they are dead or stuck. */
  async claim(idleMs: number, count: number): Promise<readonly Entry[]> {
    const { messages } = await this.redis.xAutoClaim(KEYS.stream, GROUP, this.consumer, idleMs, '0-0', { COUNT: count });
    return toEntries(messages);
  }

  /** Marks entries as done and removes them, both or neither. */
  async settle(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    const ids = entries.map(({ streamId }) => streamId);
    await this.redis.multi().xAck(KEYS.stream, GROUP, ids).xDel(KEYS.stream, ids).exec();
  }

  /** Moves entries to the dead letters, each with its reason, and nothing in between. */
  async bury(entries: readonly PoisonEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const transaction = this.redis.multi();
    for (const { streamId, text, reason } of entries) {
      transaction.xAdd(KEYS.dead, '*', { [FIELD]: text, reason, streamId });
      transaction.xAck(KEYS.stream, GROUP, streamId).xDel(KEYS.stream, streamId);
    }
    await transaction.exec();
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
