import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { callerOf, type Logger, messageOf } from '@course/service-kit';
import { LOGGER, POOL } from '../platform/tokens.ts';
import { isDataError } from '../platform/sql-errors.ts';

const KINDS = ['path', 'variant', 'release'] as const;
type Kind = (typeof KINDS)[number];

/** New names that one address may add during the lifetime of this process. */
const NEW_NAMES_MAX: Readonly<Record<Kind, number>> = { path: 10, variant: 6, release: 6 };
/** Addresses that are tracked: more than there is room for new names. */
const ADDRESSES_MAX = 1000;
const REFRESH_MS = 60_000;
/** Short, because no new name is counted until the known ones have been read. */
const RETRY_MS = 1000;
const FLUSH_MS = 200;

/** The names in a view. */
export interface ViewNames {
  readonly pagePath: string | null;
  readonly variant: string | null;
  readonly release: string | null;
}

/** Limits how many new names each address may add. Stores counts for a bounded number of addresses, and no names. */
export class NameBudget {
  private readonly used = new Map<string, Record<Kind, number>>();

  /** Uses up one name of the address's budget. Returns false if none is left. */
  take(kind: Kind, address: string): boolean {
    const caller = callerOf(address);
    const used = this.used.get(caller) ?? { path: 0, variant: 0, release: 0 };
    if (used[kind] >= NEW_NAMES_MAX[kind]) return false;
    if (!this.used.has(caller) && this.used.size >= ADDRESSES_MAX) return false;
    this.used.set(caller, { ...used, [kind]: used[kind] + 1 });
    return true;
  }
}

/**
 * Registers new paths, variants and releases to be counted under their own names: a few from each address, while there
 * is room. Page views are stored whether or not their names are counted, and never wait for this: a known name costs
 * two look-ups.
 */
@Injectable()
export class CountedNames implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly known: Record<Kind, Set<string>> = { path: new Set(), variant: new Set(), release: new Set() };
  /** Names that have not been stored yet, all of which are also in `known`. */
  private readonly pending: Record<Kind, Set<string>> = { path: new Set(), variant: new Set(), release: new Set() };
  private readonly budget = new NameBudget();
  /** Kinds that have room for new names. Empty until the known names have been read. */
  private readonly open = new Set<Kind>();
  private readTimer: NodeJS.Timeout | undefined;
  /** Set until the flush has ended. */
  private flushTimer: NodeJS.Timeout | undefined;
  private lastQuery: Promise<unknown> = Promise.resolve();
  private isStopped = false;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    void this.keepReading();
  }

  /** Runs after the last request, which may name something new. */
  onApplicationShutdown(): void {
    this.isStopped = true;
    clearTimeout(this.readTimer);
    clearTimeout(this.flushTimer);
  }

  /** Registers the names in a view. `address` is the client's. */
  noteNames({ pagePath, variant, release }: ViewNames, address: string): void {
    if (pagePath !== null) this.noteName('path', pagePath, address);
    if (variant !== null) this.noteName('variant', variant, address);
    if (release !== null) this.noteName('release', release, address);
  }

  private noteName(kind: Kind, name: string, address: string): void {
    if (!this.open.has(kind) || this.known[kind].has(name) || !this.budget.take(kind, address)) return;
    this.known[kind].add(name);
    this.pending[kind].add(name);
    this.scheduleFlush(FLUSH_MS);
  }

  private scheduleFlush(afterMs: number): void {
    if (!this.isStopped) this.flushTimer ??= setTimeout(() => void this.inTurn(() => this.flush()), afterMs).unref();
  }

  /** Runs reads and flushes one after the other: a read that overlaps a flush would miss names that it has just stored. */
  private inTurn<T>(query: () => Promise<T>): Promise<T> {
    const turn = this.lastQuery.then(query);
    this.lastQuery = turn;
    return turn;
  }

  private async keepReading(): Promise<void> {
    const isRead = await this.inTurn(() => this.read());
    if (!this.isStopped)
      this.readTimer = setTimeout(() => void this.keepReading(), isRead ? REFRESH_MS : RETRY_MS).unref();
  }

  /** Returns whether the read succeeded. */
  private async read(): Promise<boolean> {
    try {
      const { rows } = await this.pool.query<{ kind: Kind; name: string }>(
        'select kind, name from tracking.counted_names',
      );
      for (const kind of KINDS) {
        this.known[kind] = new Set([
          ...rows.filter((row) => row.kind === kind).map(({ name }) => name),
          ...this.pending[kind],
        ]);
        if (!this.open.has(kind) && (await this.registerNames(kind, [])) > 0) this.open.add(kind);
      }
      return true;
    } catch (error) {
      this.logger.debug({ reason: messageOf(error) }, 'Could not read the counted names, trying again in a second');
      return false;
    }
  }

  private async flush(): Promise<void> {
    let hasFailed = false;
    for (const kind of KINDS) {
      const names = [...this.pending[kind]];
      if (names.length > 0 && !(await this.store(kind, names))) hasFailed = true;
    }
    this.flushTimer = undefined;
    if (KINDS.some((kind) => this.pending[kind].size > 0)) this.scheduleFlush(hasFailed ? RETRY_MS : FLUSH_MS);
  }

  /**
   * Adds names to those that are counted, while there is room. Returns how many more there is room for: that is what
   * `count_names` returns, not how many it added.
   */
  private async registerNames(kind: Kind, names: readonly string[]): Promise<number> {
    const { rows } = await this.pool.query<{ free: number }>('select tracking.count_names($1, $2) as free', [
      kind,
      names,
    ]);
    return rows[0]?.free ?? 0;
  }

  /** Stores names, which stay pending if that fails. Returns whether it succeeded. */
  private async store(kind: Kind, names: readonly string[]): Promise<boolean> {
    try {
      if ((await this.registerNames(kind, names)) === 0) this.open.delete(kind);
    } catch (error) {
      this.logger.debug({ reason: messageOf(error) }, 'Could not register new names');
      // Names that PostgreSQL refuses would hold up all others.
      if (!isDataError(error)) return false;
    }
    for (const name of names) this.pending[kind].delete(name);
    return true;
  }
}
