import type pg from 'pg';
import { DERIVED_SCHEMAS, SCHEMAS } from '../postgres/roles.ts';

/** A table whose rows are backed up. A partitioned table includes its partitions. */
export interface Table {
  /** Quoted, with its schema. */
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

export interface Partition {
  readonly name: string;
  readonly parent: string;
  /** As PostgreSQL writes it: `FOR VALUES FROM ... TO ...`, or `DEFAULT`. */
  readonly bound: string;
}

export interface Sequence {
  readonly name: string;
  readonly lastValue: string;
}

export interface AppliedMigrations {
  readonly [schema: string]: readonly { readonly name: string; readonly checksum: string }[];
}

/** Tables that migrations fill. They are not backed up, because restoring runs the migrations. */
export const BOOKKEEPING = ['_prisma_migrations', 'migrations'];

const IN_BACKED_UP_SCHEMA = `n.nspname IN (${SCHEMAS.map((schema) => `'${schema}'`).join(', ')})`;

// Generated columns are left out, because they follow from the others.
const TABLES = `
  SELECT c.oid::int AS oid, format('%I.%I', n.nspname, c.relname) AS name,
    json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum) AS columns
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND ${IN_BACKED_UP_SCHEMA} AND c.relname <> ALL ($1)
    AND NOT EXISTS (SELECT 1 FROM pg_depend AS d WHERE d.objid = c.oid AND d.deptype = 'e')
  GROUP BY c.oid, n.nspname, c.relname ORDER BY name`;

const REFERENCES = `SELECT conrelid::int AS from, confrelid::int AS to FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND conrelid <> confrelid`;

interface ListedTable extends Table {
  readonly oid: number;
}

/** Sorts tables so that referenced ones come before those that refer to them. */
const inOrder = (tables: readonly ListedTable[], references: readonly { from: number; to: number }[]): Table[] => {
  const done = new Set<number>();
  const ordered: Table[] = [];
  const visit = (table: ListedTable): void => {
    if (done.has(table.oid)) return;
    done.add(table.oid);
    const needed = new Set(references.filter(({ from }) => from === table.oid).map(({ to }) => to));
    tables.filter(({ oid }) => needed.has(oid)).forEach(visit);
    ordered.push({ name: table.name, columns: table.columns });
  };
  tables.forEach(visit);
  return ordered;
};

export const readTables = async (client: pg.Client): Promise<Table[]> => {
  const tables = await client.query<ListedTable>(TABLES, [BOOKKEEPING]);
  const references = await client.query<{ from: number; to: number }>(REFERENCES);
  return inOrder(tables.rows, references.rows);
};

/** Returns the number of rows of each table, by name. */
export const countRows = async (client: pg.Client, tables: readonly Table[]): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${name}`);
    counts[name] = Number(rows[0]?.count);
  }
  return counts;
};

export const readPartitions = async (client: pg.Client): Promise<Partition[]> => {
  const { rows } = await client.query<Partition>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name, i.inhparent::regclass::text AS parent, pg_get_expr(c.relpartbound, c.oid) AS bound
    FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace JOIN pg_inherits AS i ON i.inhrelid = c.oid
    WHERE c.relkind = 'r' AND c.relispartition AND ${IN_BACKED_UP_SCHEMA} ORDER BY name`);
  return rows;
};

export const readSequences = async (client: pg.Client): Promise<Sequence[]> => {
  const { rows } = await client.query<Sequence>(
    `
    SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS "lastValue"
    FROM pg_sequences WHERE last_value IS NOT NULL AND schemaname = ANY ($1) ORDER BY name`,
    [SCHEMAS],
  );
  return rows;
};

const readSchemas = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT n.nspname AS name FROM pg_namespace AS n WHERE ${IN_BACKED_UP_SCHEMA} ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
};

/** Drops every existing schema of the product, including those that are not backed up. */
export const dropSchemas = async (client: pg.Client): Promise<void> => {
  for (const schema of [...SCHEMAS, ...DERIVED_SCHEMAS])
    await client.query(`DROP SCHEMA IF EXISTS ${client.escapeIdentifier(schema)} CASCADE`);
};

/** Returns the applied migrations of each schema in the order of their names, in which they are applied. */
export const readMigrationsApplied = async (client: pg.Client): Promise<AppliedMigrations> => {
  const applied: Record<string, { name: string; checksum: string }[]> = {};
  for (const schema of await readSchemas(client)) {
    const table = `${client.escapeIdentifier(schema)}._prisma_migrations`;
    const known = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [table]);
    if (!known.rows[0]?.there) continue;
    const { rows } = await client.query<{ name: string; checksum: string }>(
      `SELECT migration_name AS name, checksum FROM ${table} WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
    );
    applied[schema] = rows;
  }
  return applied;
};
