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

/** The most single calls whose rows one entry of the stream holds. */
const EVENTS_MAX = 64;
/** The most bytes of rows that one entry holds: a full batch of ordinary page views is one entry. */
const ROWS_MAX_BYTES = 96 * 1024;
/** Longest wait for Redis before a request fails with 503. */
const ANSWER_MAX_MS = 2000;
const RETRY_AFTER_SECONDS = 2;
const FULL_RETRY_AFTER_SECONDS = 10;

const full = (cause?: unknown): ApiError =>
  new ApiError('store_full', undefined, { retryAfterSeconds: FULL_RETRY_AFTER_SECONDS, cause });
const unavailable = (cause: unknown): ApiError =>
  new ApiError('store_unavailable', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });

/**
 * Appends to the stream; resolves once Redis has fsynced. Rejects with `store_full`, or with `store_unavailable` when the
 * outcome is unknown.
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
   * Resolves once Redis has all of them. When it rejects, some may be there: the caller tries all again. Not async, so
   * that nothing holds the rows while Redis writes their bytes.
   */
  appendAll(rows: readonly PageViewRow[], exits: readonly PageViewRow[]): Promise<unknown> {
    if (this.memoryGuard.isFull) return Promise.reject(full());
    // In the index's order its pages fill up; in any other they are split in the middle.
    return Promise.all([this.writeRows(rows.toSorted(byId)), ...new Set(exits.map((exit) => this.exits.add(exit)))]);
  }

  /** Resolves once Redis has a browser's error on disk. */
  async appendClientError(error: ClientErrorEvent): Promise<void> {
    this.requireRoom();
    await this.write(PAGE_VIEW_STREAM.field, encodeEvent(error));
  }

  private requireRoom(): void {
    if (this.memoryGuard.isFull) throw full();
  }

  private writeRows(rows: readonly PageViewRow[]): Promise<unknown> {
    return Promise.all(encodeRows(rows, ROWS_MAX_BYTES).map((chunk) => this.write(ROWS_FIELD, chunk)));
  }

  private async write(field: string, value: Buffer | string): Promise<void> {
    try {
      await within(ANSWER_MAX_MS, this.redis.sendCommand(['XADD', PAGE_VIEW_STREAM.stream, '*', field, value]));
    } catch (cause) {
      throw isOutOfMemory(cause) ? full(cause) : unavailable(cause);
    }
  }
}
