import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type pg from 'pg';
import { callerOf, type Logger } from '@course/service-kit';
import { LOGGER, POOL } from '../platform/tokens.ts';
import { reasonOf } from '../platform/sql-errors.ts';

const KINDS = ['path', 'variant', 'release'] as const;
type Kind = (typeof KINDS)[number];

/** New names that one address may have counted, for as long as this process lives. */
const NEW_NAMES_MAX: Readonly<Record<Kind, number>> = { path: 10, variant: 6, release: 6 };
/** More addresses than there is room for names. */
const ADDRESSES_MAX = 1000;
const REFRESH_MS = 60_000;
/** Until it is known which names are counted, no new one is. */
const RETRY_MS = 1000;
const FLUSH_MS = 200;

/** What a view names. */
export interface Named {
  readonly pagePath: string | null;
  readonly variant: string | null;
  readonly release: string | null;
}

/** Decides which new names one address may have counted. Holds counts of a bounded number of addresses, and no name. */
export class NameBudget {
  private readonly used = new Map<string, Record<Kind, number>>();

  /** Returns true, and counts it, while the address has names left to give. */
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
 * Has new paths, variants and releases counted by their own names, a few from each address, until there is no more room. Page
 * views are stored whether or not their names are counted, and nothing waits for this: a view costs two look-ups.
 */
@Injectable()
export class CountedNames implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly known: Record<Kind, Set<string>> = { path: new Set(), variant: new Set(), release: new Set() };
  private readonly wanted: Record<Kind, Set<string>> = { path: new Set(), variant: new Set(), release: new Set() };
  private readonly budget = new NameBudget();
  /** Kinds that take new names. None does before it is known which there are. */
  private readonly open = new Set<Kind>();
  private refresh: NodeJS.Timeout | undefined;
  private flush: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    void this.follow();
  }

  onModuleDestroy(): void {
    this.isStopped = true;
    clearTimeout(this.refresh);
    clearTimeout(this.flush);
  }

  /** Takes note of what a view names. `address` is the client's. */
  noteNames({ pagePath, variant, release }: Named, address: string): void {
    if (pagePath !== null) this.noteName('path', pagePath, address);
    if (variant !== null) this.noteName('variant', variant, address);
    if (release !== null) this.noteName('release', release, address);
  }

  private noteName(kind: Kind, name: string, address: string): void {
    if (!this.open.has(kind) || this.known[kind].has(name) || !this.budget.take(kind, address)) return;
    this.known[kind].add(name);
    this.wanted[kind].add(name);
    this.flush ??= setTimeout(() => void this.write(), FLUSH_MS).unref();
  }

  private async follow(): Promise<void> {
    const isRead = await this.read();
    if (!this.isStopped) this.refresh = setTimeout(() => void this.follow(), isRead ? REFRESH_MS : RETRY_MS).unref();
  }

  /** Returns whether PostgreSQL answered. */
  private async read(): Promise<boolean> {
    try {
      const { rows } = await this.pool.query<{ kind: Kind; name: string }>(
        'select kind, name from tracking.counted_names',
      );
      for (const kind of KINDS) {
        this.known[kind] = new Set([
          ...rows.filter((row) => row.kind === kind).map(({ name }) => name),
          ...this.wanted[kind],
        ]);
        this.open.add(kind);
      }
      return true;
    } catch (error) {
      this.logger.debug(
        { reason: reasonOf(error) },
        'Could not read which names are counted, trying again in a second',
      );
      return false;
    }
  }

  private async write(): Promise<void> {
    this.flush = undefined;
    for (const kind of KINDS) {
      const names = [...this.wanted[kind]];
      this.wanted[kind].clear();
      if (names.length > 0) await this.count(kind, names);
    }
  }

  private async count(kind: Kind, names: readonly string[]): Promise<void> {
    try {
      const { rows } = await this.pool.query<{ free: number }>('select tracking.count_names($1, $2) as free', [
        kind,
        names,
      ]);
      if (rows[0]?.free === 0) this.open.delete(kind);
    } catch (error) {
      // Seen again, they are asked for again.
      for (const name of names) this.known[kind].delete(name);
      this.logger.debug({ reason: reasonOf(error) }, 'Could not have new names counted');
    }
  }
}
