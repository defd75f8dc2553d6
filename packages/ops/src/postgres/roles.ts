import type pg from 'pg';
import type { Credentials } from './client.ts';

/** The product's schemas. Others of a given database are left alone. */
export const SCHEMAS = ['analytics', 'funnel', 'graphile_worker', 'tracking'] as const;

/** Follow from the rows of the others: in no backup, and built anew from them. */
export const DERIVED_SCHEMAS = ['rollups'] as const;

/** Roles of the services and of the analysts; their rights come from the grants.sql of each schema. */
export const SERVICE_ROLES = { funnel: 'svc_funnel', tracking: 'svc_tracking', analyst: 'analyst' } as const;

/** Of PostgreSQL's 100: enough for the insights of several processes, Grafana and some people, and never all. */
const ANALYST_CONNECTIONS = 20;

/** Above the slowest insights query, low enough to stop a runaway one. */
const ANALYST_SETTINGS = [
  'default_transaction_read_only = on',
  "statement_timeout = '30s'",
  "lock_timeout = '3s'",
  "idle_in_transaction_session_timeout = '60s'",
  "idle_session_timeout = '1h'",
];

const exists = async (client: pg.Client, sql: string, name: string): Promise<boolean> =>
  (await client.query(sql, [name])).rowCount !== 0;

/** Makes the role or gives it this password. It can log in and nothing else. */
export const ensureRole = async (
  client: pg.Client,
  { user, password }: Credentials,
  attributes = '',
): Promise<void> => {
  const known = await exists(client, 'select 1 from pg_roles where rolname = $1', user);
  const verb = known ? 'alter' : 'create';
  await client.query(
    `${verb} role ${client.escapeIdentifier(user)} login ${attributes} password ${client.escapeLiteral(password)}`,
  );
};

/** Limits the analysts' role: few connections, read-only, with timeouts. */
export const limitAnalyst = async (client: pg.Client): Promise<void> => {
  const analyst = client.escapeIdentifier(SERVICE_ROLES.analyst);
  await client.query(`alter role ${analyst} connection limit ${ANALYST_CONNECTIONS}`);
  for (const setting of ANALYST_SETTINGS) await client.query(`alter role ${analyst} set ${setting}`);
};

/** The name of the database that the client is connected to, quoted. */
export const databaseOf = async (client: pg.Client): Promise<string> => {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  return client.escapeIdentifier(rows[0]?.name ?? '');
};

/** Lets roles enter the database that the client is connected to. */
export const grantConnect = async (client: pg.Client, roles: readonly string[]): Promise<void> => {
  const database = await databaseOf(client);
  for (const role of roles)
    await client.query(`grant connect on database ${database} to ${client.escapeIdentifier(role)}`);
};

/** The database and the role that owns it: may make schemas and roles, and is no superuser. */
export const ensureDatabase = async (client: pg.Client, database: string, owner: Credentials): Promise<void> => {
  await ensureRole(client, owner, 'createrole');
  await client.query(`grant pg_monitor, pg_signal_backend to ${client.escapeIdentifier(owner.user)}`);
  if (await exists(client, 'select 1 from pg_database where datname = $1', database)) return;
  await client.query(
    `create database ${client.escapeIdentifier(database)} owner ${client.escapeIdentifier(owner.user)}`,
  );
  // Nobody else's database: only roles that are let in may enter. A given database keeps its own rules.
  await client.query(`revoke all on database ${client.escapeIdentifier(database)} from public`);
};
