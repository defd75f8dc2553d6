import { join } from 'node:path';
import { DAY_MS } from '../clock.ts';
import { memoryJournal, openJournal, readJournal, type Journal } from './journal.ts';
import type { Kind, Put, Records } from './records.ts';

type Tables = { [K in Kind]: Map<string, Records[K]> };

const emptyTables = (): Tables => ({
  session: new Map(),
  payment: new Map(),
  refund: new Map(),
  dispute: new Map(),
  event: new Map(),
  idempotency: new Map(),
});

export interface Store {
  get<K extends Kind>(kind: K, id: string): Records[K] | undefined;
  all<K extends Kind>(kind: K): IterableIterator<Records[K]>;
  /** Stores records together. Readers see them at once; the disk has all of them or none. */
  commit(...puts: Put[]): void;
  flushed(): Promise<void>;
  close(): Promise<void>;
}

/** The names that earlier releases wrote. */
const FORMER_KINDS: ReadonlyMap<string, Kind> = new Map([['answer', 'idempotency']]);

/** Like Stripe, the sandbox drops idempotency keys after a day and events after 30 days; it does so at a restart. */
function shouldKeep([kind, record]: Put, now: number): boolean {
  if (kind === 'idempotency') return record.at > now - DAY_MS;
  if (kind === 'event') return record.delivery.left > 0 || record.object.created * 1000 > now - 30 * DAY_MS;
  return true;
}

function put<K extends Kind>(tables: Tables, kind: K, record: Records[K]): void {
  tables[kind].set(record.id, record);
}

const putsOf = (tables: Tables): Put[] =>
  Object.entries(tables).flatMap(([kind, table]) => [...table.values()].map((record) => [kind, record] as Put));

function storeOf(tables: Tables, journal: Journal): Store {
  return {
    get: (kind, id) => tables[kind].get(id),
    all: (kind) => tables[kind].values(),
    commit: (...puts) => {
      for (const [kind, record] of puts) put(tables, kind, record);
      journal.append(puts);
    },
    flushed: journal.flushed,
    close: journal.close,
  };
}

/** Opens the sandbox's state, in memory and, with a folder, in `dataDir/sandbox.jsonl`; `now` in ms. */
export async function openStore(dataDir: string | undefined, now: number): Promise<Store> {
  const tables = emptyTables();
  if (dataDir === undefined) return storeOf(tables, memoryJournal);
  const file = join(dataDir, 'sandbox.jsonl');
  for (const [kind, record] of (await readJournal(file)).flat()) {
    const current = FORMER_KINDS.get(kind) ?? kind;
    if (current in tables) put(tables, current, record);
  }
  const kept = putsOf(tables).filter((record) => shouldKeep(record, now));
  return storeOf(tables, await openJournal(file, kept));
}
