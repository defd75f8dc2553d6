import type pg from 'pg';
import type { Credentials } from './client.ts';

/** The product's schemas that are backed up. Other schemas of the database are left alone. */
export const SCHEMAS = ['analytics', 'funnel', 'graphile_worker', 'tracking'] as const;

/** Schemas that are derived from the rows of the others: not backed up, but rebuilt. */
export const DERIVED_SCHEMAS = ['rollups'] as const;

/** Roles of services and analysts. Their rights come from each schema's grants.sql. */
export const SERVICE_ROLES = { funnel: 'svc_funnel', tracking: 'svc_tracking', analyst: 'analyst' } as const;

/** Enough for the insights of several processes, Grafana and some people, and far from all of PostgreSQL's 100. */
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

/** Creates a role that can log in, or sets its password. It has no other rights but those of `attributes`. */
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

/** Returns the quoted name of the database that the client is connected to. */
export const databaseOf = async (client: pg.Client): Promise<string> => {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  return client.escapeIdentifier(rows[0]?.name ?? '');
};

/** Lets roles connect to the database that the client is connected to. */
export const grantConnect = async (client: pg.Client, roles: readonly string[]): Promise<void> => {
  const database = await databaseOf(client);
  for (const role of roles)
    await client.query(`grant connect on database ${database} to ${client.escapeIdentifier(role)}`);
};

/**
 * Creates the database if it is missing, and the role that owns it, which may create schemas and roles but is no
 * superuser.
 */
export const ensureDatabase = async (client: pg.Client, database: string, owner: Credentials): Promise<void> => {
  await ensureRole(client, owner, 'createrole');
  await client.query(`grant pg_monitor, pg_signal_backend to ${client.escapeIdentifier(owner.user)}`);
  if (await exists(client, 'select 1 from pg_database where datname = $1', database)) return;
  await client.query(
    `create database ${client.escapeIdentifier(database)} owner ${client.escapeIdentifier(owner.user)}`,
  );
  // Only roles with a grant may connect. A database that existed before keeps its own rules.
  await client.query(`revoke all on database ${client.escapeIdentifier(database)} from public`);
};
