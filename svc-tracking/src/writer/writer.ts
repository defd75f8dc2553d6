import { type Logger, messageOf } from '@course/service-kit';
import { fullness, inChunks, type Entry, type PoisonLine } from './entries.ts';
import { pause, pauseMs } from '../platform/pause.ts';
import { isOutOfMemory } from '../stream/stream.ts';
import type { PageViewRepository } from './page-view.repository.ts';
import { ROWS_MAX, storeBatch, type Stored } from './store-batch.ts';
import type { StreamGroup } from './stream-group.ts';
import type { WriterMetrics } from './writer.metrics.ts';

/** Entries read at once: 10 MB at most. */
const BATCH_MAX = 100;
/**
 * Size of one statement. More is no faster, is all in memory at once, and must all be merged if it cannot be copied.
 */
const CHUNK_LIMITS = { lines: ROWS_MAX, bytes: 1024 * 1024 };
/** Shorter than the time after which a silent connection counts as broken. */
const BLOCK_MS = 2000;
/** Pause after a small batch, shorter the fuller it was, so that the next statement is larger. */
const LINGER_MS = 100;
const DRAIN_MAX_MS = 3000;

export interface WriterDeps {
  readonly group: StreamGroup;
  readonly repository: PageViewRepository;
  readonly metrics: Pick<WriterMetrics, 'events' | 'deadLetters' | 'errors' | 'batch'>;
  readonly logger: Logger;
  /** Called after each commit. */
  readonly onStored: () => void;
  /** Entries that another writer has held this long are taken over. */
  readonly claimIdleMs: number;
}

interface RetryOptions {
  /** Called after every failed attempt. */
  readonly onFailure: (error: unknown) => void;
  /** Ends the pauses. An attempt that starts after it is the last. */
  readonly stopping: AbortSignal;
}

/**
 * Retries `storeBatch` with growing pauses while PostgreSQL is unreachable; the entries are safe in Redis meanwhile.
 * Returns undefined if it gave up because the writer is stopping.
 */
export const untilStored = async (
  entries: readonly Entry[],
  repository: PageViewRepository,
  { onFailure, stopping }: RetryOptions,
): Promise<Stored | undefined> => {
  for (let attempt = 0; ; attempt++) {
    const wasStopping = stopping.aborted;
    try {
      return await storeBatch(entries, repository);
    } catch (error) {
      onFailure(error);
      if (wasStopping) return undefined;
      await pause(pauseMs(attempt), stopping);
    }
  }
};

/**
 * Moves entries from the stream into PostgreSQL: read, copy or merge, commit, and only then acknowledge and delete.
 * After a crash in between they are read again, and merging produces the same rows.
 */
export class Writer {
  private readonly stopping = new AbortController();
  private readonly givingUp = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private nextClaimAt = 0;

  constructor(private readonly deps: WriterDeps) {}

  start(): void {
    this.running = this.run();
  }

  /** Writes what is in the stream, for at most 3 s. The rest stays there for the next writer. */
  async stop(): Promise<void> {
    this.stopping.abort();
    const deadline = setTimeout(() => this.givingUp.abort(), DRAIN_MAX_MS);
    await this.running;
    clearTimeout(deadline);
    await this.deps.group.leave().catch(() => undefined);
  }

  private async run(): Promise<void> {
    await this.deps.group.whenReachable(this.stopping.signal);
    for (let failures = 0; !this.givingUp.signal.aborted;) {
      try {
        if (failures > 0) await this.finishPending();
        if (await this.step()) return;
        failures = 0;
      } catch (error) {
        this.fail('redis', error);
        // Without Redis there is nothing to finish.
        if (this.stopping.signal.aborted) return;
        await pause(pauseMs(failures++), this.stopping.signal);
      }
    }
  }

  /** Stores one batch. Returns true once the writer is stopping and the stream is empty. */
  private async step(): Promise<boolean> {
    const isStopping = this.stopping.signal.aborted;
    await this.claimWhenDue();
    const entries = await this.deps.group.fresh(BATCH_MAX, isStopping ? 0 : BLOCK_MS);
    await this.write(entries);
    const missing = 1 - fullness(entries, CHUNK_LIMITS);
    if (entries.length > 0 && entries.length < BATCH_MAX && missing > 0)
      await pause(LINGER_MS * missing, this.stopping.signal);
    return isStopping && entries.length === 0;
  }

  /** After a lost connection: writes the entries that were read and may or may not be stored. */
  private async finishPending(): Promise<void> {
    for (let after = '0'; !this.givingUp.signal.aborted;) {
      const entries = await this.deps.group.pending(BATCH_MAX, after);
      const last = entries.at(-1);
      if (!last) return;
      await this.write(entries);
      after = last.streamId;
    }
  }

  private async claimWhenDue(): Promise<void> {
    if (Date.now() < this.nextClaimAt) return;
    const claimed = await this.deps.group.claim(this.deps.claimIdleMs, BATCH_MAX);
    if (claimed.length > 0)
      this.deps.logger.warn({ entries: claimed.length }, 'Took over entries that another writer left behind');
    await this.write(claimed);
    // A full batch: there may be more to claim.
    if (claimed.length < BATCH_MAX) this.nextClaimAt = Date.now() + this.deps.claimIdleMs / 2;
  }

  private async write(entries: readonly Entry[]): Promise<void> {
    for (const chunk of inChunks(entries, CHUNK_LIMITS)) await this.writeChunk(chunk);
  }

  private async writeChunk(entries: readonly Entry[]): Promise<void> {
    if (this.givingUp.signal.aborted) return;
    const options = { stopping: this.stopping.signal, onFailure: (error: unknown) => this.fail('postgres', error) };
    const stored = await untilStored(entries, this.deps.repository, options);
    if (!stored) return this.givingUp.abort();
    this.deps.onStored();
    const poisoned = new Set(stored.poison.map(({ streamId }) => streamId));
    // Acknowledging comes first because it makes room: a full Redis refuses dead letters, and that must not keep it
    // full.
    await this.deps.group.acknowledge(entries.filter(({ streamId }) => !poisoned.has(streamId)));
    await this.deadLetter(stored.poison);
    this.deps.metrics.batch.observe(stored.written);
    this.deps.metrics.events.inc(stored.written);
  }

  private async deadLetter(poison: readonly PoisonLine[]): Promise<void> {
    if (poison.length === 0) return;
    try {
      await this.deps.group.deadLetter(poison);
    } catch (error) {
      if (!isOutOfMemory(error)) throw error;
      // They stay pending and are claimed later; acknowledging the entries after them makes room meanwhile.
      return this.fail('redis', error);
    }
    this.deps.metrics.deadLetters.inc(poison.length);
    this.deps.logger.error({ events: poison.length }, 'Moved events that cannot be written to the dead letters');
  }

  private fail(store: 'redis' | 'postgres', error: unknown): void {
    this.deps.metrics.errors.inc({ store });
    this.deps.logger.warn({ store, reason: messageOf(error) }, 'The writer failed, trying again');
  }
}
