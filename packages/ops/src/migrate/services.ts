import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { declarations, liveStepRows, releaseEnds } from '@course/contracts';
import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { inTransaction, withClient } from '../postgres/client.ts';
import { asOwner, transferOwnership, isSuperuser } from '../postgres/owner-role.ts';
import { revokePublicCreate } from '../postgres/public-rights.ts';
import { ensureRole, grantConnect, limitAnalyst, SERVICE_ROLES } from '../postgres/roles.ts';
import { applyChartComments } from './chart-comments.ts';
import { applyDefinitions, readDefinitions } from './definitions.ts';
import { migrate, readMigrations } from './migrations.ts';

/** The schemas with the folders of their migrations and grants, relative to the project's root. */
export const SERVICES = [
  { schema: 'funnel', folder: 'svc-funnel/prisma' },
  { schema: 'tracking', folder: 'svc-tracking/prisma' },
  // After both, whose rows it aggregates.
  { schema: 'rollups', folder: 'svc-tracking/analytics' },
] as const;

/** The folder of the functions and views that are applied when their files change, and their schemas. */
const DEFINITIONS = { folder: 'svc-tracking/analytics', schemas: ['rollups', 'analytics'] } as const;

/** Passwords of the roles of services and analysts. */
export type ServicePasswords = Readonly<Record<keyof typeof SERVICE_ROLES, string>>;

export interface MigrateOptions {
  /**
   * Address of a role that owns the database and may create roles. If it is a superuser, a role created for it owns the
   * schemas.
   */
  readonly databaseUrl: string;
  readonly passwords: ServicePasswords;
  readonly projectRoot: string;
}

/** Advisory lock that makes concurrent migrations wait for each other. */
const QUEUE_LOCK = 72_707_370;

const silent = new Logger(() => () => undefined);

/** Migrates the job queue's schema, `graphile_worker`, to the installed version, as the database's owner. */
export const migrateQueue = async (client: pg.Client, databaseUrl: string): Promise<void> => {
  await client.query('select pg_advisory_lock($1)', [QUEUE_LOCK]);
  try {
    await runMigrations({ connectionString: databaseUrl, logger: silent, maxPoolSize: 2 });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [QUEUE_LOCK]).catch(() => undefined);
  }
};

/**
 * Sets what rebuilt aggregates, as after a restore, need from the stored declarations: the remote of each path, the end
 * of each release, and the steps. The first page views can be merged into visits only after that.
 */
const applyStoredDeclarations = async (client: pg.Client): Promise<void> => {
  // An update, because the trigger that stores the paths did not exist yet when the row was restored.
  const { rows } = await client.query<{ releases: unknown }>(
    `update tracking.declarations set releases = releases
     where not exists (select from rollups.remote_paths) or not exists (select from rollups.release_ends) returning releases`,
  );
  // If another version wrote them, svc-tracking reads them from the edge again.
  const stored = declarations.safeParse(rows[0]);
  if (!stored.success) return;
  const { releases } = stored.data;
  await client.query('select rollups.set_release_ends($1)', [JSON.stringify(releaseEnds(releases))]);
  const { steps, undeclaredPaths } = liveStepRows(releases);
  if (steps.length > 0)
    await client.query('select rollups.set_steps($1, true, $2)', [JSON.stringify(steps), undeclaredPaths]);
};

/**
 * Creates the roles of services and analysts, lets them connect, and revokes the rights that they and others do not
 * need.
 */
export const prepareRoles = async (client: pg.Client, passwords: ServicePasswords): Promise<void> => {
  const roles = Object.entries(SERVICE_ROLES) as [keyof typeof SERVICE_ROLES, string][];
  for (const [service, user] of roles) await ensureRole(client, { user, password: passwords[service] });
  await grantConnect(client, Object.values(SERVICE_ROLES));
  await limitAnalyst(client);
  await revokePublicCreate(client);
};

/**
 * Brings the database to the state that the services expect: roles, migrations of every schema, the job queue,
 * definitions, grants. Idempotent. Returns the names of the migrations that were applied, and the number of
 * definitions.
 */
export const migrateServices = async ({
  databaseUrl,
  passwords,
  projectRoot,
}: MigrateOptions): Promise<readonly string[]> => {
  const ownerUrl = await withClient(databaseUrl, async (client) => {
    await prepareRoles(client, passwords);
    if (!(await isSuperuser(client))) return databaseUrl;
    await transferOwnership(client);
    return asOwner(databaseUrl);
  });
  return withClient(ownerUrl, async (client) => {
    const applied: string[] = [];
    for (const { schema, folder } of SERVICES) {
      const migrations = readMigrations(path.join(projectRoot, folder, 'migrations'));
      if (migrations.length > 0) applied.push(...(await migrate(client, schema, migrations)));
    }
    await migrateQueue(client, ownerUrl);
    const definitions = readDefinitions(path.join(projectRoot, DEFINITIONS.folder));
    // In one transaction, because everybody may execute new functions until the grants revoke that.
    await inTransaction(client, async () => {
      const changed = definitions.length > 0 ? await applyDefinitions(client, DEFINITIONS.schemas, definitions) : [];
      if (changed.length > 0) applied.push(`${DEFINITIONS.folder} (${changed.length} definitions)`);
      if (definitions.length > 0) {
        await applyChartComments(client);
        await applyStoredDeclarations(client);
      }
      for (const { folder } of SERVICES) {
        const grants = path.join(projectRoot, folder, 'grants.sql');
        if (existsSync(grants)) await client.query(readFileSync(grants, 'utf8'));
      }
    });
    return applied;
  });
};
