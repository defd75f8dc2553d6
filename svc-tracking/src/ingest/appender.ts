import { ApiError, PAGE_VIEW_STREAM } from '@course/contracts';
import { type Redis, within } from '@course/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { REDIS } from '../platform/tokens.ts';
import { isOutOfMemory, ROWS_FIELD } from '../stream/stream.ts';
import { encodeRows } from '../stream/row-bytes.ts';
import { byId, type PageViewRow } from '../stream/page-view-row.ts';
import { encodeEvent, type ClientErrorEvent } from '../stream/event-lines.ts';
import { Bundler } from './bundler.ts';
import { RedisMemoryGuard } from './redis-memory-guard.ts';

/** Maximum number of single calls whose rows share one stream entry. */
const EVENTS_MAX = 64;
/** Maximum size of the rows in one entry. A full batch of ordinary page views fits into one. */
const ROWS_MAX_BYTES = 96 * 1024;
/** Longest wait for Redis before a request fails with 503. */
const REDIS_TIMEOUT_MS = 2000;
const RETRY_AFTER_SECONDS = 2;

const storeFull = (cause?: unknown): ApiError => new ApiError('store_full', undefined, { cause });
const storeUnavailable = (cause: unknown): ApiError =>
  new ApiError('store_unavailable', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });

/**
 * Appends to the stream; resolves once Redis has fsynced. Rejects with `store_full`, or with `store_unavailable` when
 * the outcome is unknown.
 */
@Injectable()
export class Appender {
  private readonly rows = new Bundler<PageViewRow>((rows) => this.writeRows(rows), EVENTS_MAX);
  /** Exits get stream entries of their own, because the writer upserts them instead of copying. */
  private readonly exits = new Bundler<PageViewRow>((exits) => this.writeRows(exits), EVENTS_MAX);

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly memoryGuard: RedisMemoryGuard,
  ) {}

  /** Resolves once Redis has the page view on disk. */
  async appendRow(row: PageViewRow): Promise<void> {
    this.requireRoom();
    await this.rows.add(row);
  }

  /** Resolves once Redis has the exit on disk. */
  async appendExit(exit: PageViewRow): Promise<void> {
    this.requireRoom();
    await this.exits.add(exit);
  }

  /**
   * Resolves once Redis has all of them on disk. If it rejects, some may have been stored, and the caller must retry
   * them all. Not async, so that nothing keeps the rows alive while Redis writes their bytes.
   */
  appendAll(rows: readonly PageViewRow[], exits: readonly PageViewRow[]): Promise<unknown> {
    if (this.memoryGuard.isFull) return Promise.reject(storeFull());
    // Inserted in index order, rows fill the index's pages; in any other order they split them in the middle.
    return Promise.all([this.writeRows(rows.toSorted(byId)), ...new Set(exits.map((exit) => this.exits.add(exit)))]);
  }

  /** Resolves once Redis has the browser's error on disk. */
  async appendClientError(error: ClientErrorEvent): Promise<void> {
    this.requireRoom();
    await this.write(PAGE_VIEW_STREAM.field, encodeEvent(error));
  }

  private requireRoom(): void {
    if (this.memoryGuard.isFull) throw storeFull();
  }

  private writeRows(rows: readonly PageViewRow[]): Promise<unknown> {
    return Promise.all(encodeRows(rows, ROWS_MAX_BYTES).map((chunk) => this.write(ROWS_FIELD, chunk)));
  }

  private async write(field: string, value: Buffer | string): Promise<void> {
    try {
      await within(REDIS_TIMEOUT_MS, this.redis.sendCommand(['XADD', PAGE_VIEW_STREAM.stream, '*', field, value]));
    } catch (cause) {
      throw isOutOfMemory(cause) ? storeFull(cause) : storeUnavailable(cause);
    }
  }
}
