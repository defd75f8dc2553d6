import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { withClient } from '../postgres/client.ts';
import { asOwner, handOver, isSuperuser } from '../postgres/owner-role.ts';
import { closeDatabase } from '../postgres/public-rights.ts';
import { ensureRole, letIn, restrainAnalyst, SERVICE_ROLES } from '../postgres/roles.ts';
import { applyChartComments } from './chart-comments.ts';
import { applyDefinitions, readDefinitions } from './definitions.ts';
import { readMigrations } from './folder.ts';
import { applyKeptDeclarations } from './kept-declarations.ts';
import { migrateQueue } from './queue.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { migrate } from './run.ts';

/** Who keeps which schema, and where its migrations and grants lie under the project's root. */
export const SERVICES = [
  { schema: 'funnel', folder: 'svc-funnel/prisma' },
  { schema: 'tracking', folder: 'svc-tracking/prisma' },
  // After both, whose rows it aggregates.
  { schema: 'rollups', folder: 'svc-tracking/analytics' },
] as const;

/** Where functions and views are files that are applied when they change, and the schemas in which they are. */
const DEFINITIONS = { folder: 'svc-tracking/analytics', schemas: ['rollups', 'analytics'] } as const;

/** Passwords of the services' roles and the analysts'. */
export type ServicePasswords = Readonly<Record<keyof typeof SERVICE_ROLES, string>>;

export interface MigrateOptions {
  /** Address of a role that owns the database and may make roles. A superuser's serves, too: then a role made for it owns the schemas. */
  readonly databaseUrl: string;
  readonly passwords: ServicePasswords;
  readonly projectRoot: string;
}

/** Makes the roles of the services and the analysts, and lets no other enter the database. */
export const prepareRoles = async (client: pg.Client, passwords: ServicePasswords): Promise<void> => {
  const roles = Object.entries(SERVICE_ROLES) as [keyof typeof SERVICE_ROLES, string][];
  for (const [service, user] of roles) await ensureRole(client, { user, password: passwords[service] });
  await letIn(client, Object.values(SERVICE_ROLES));
  await restrainAnalyst(client);
  await closeDatabase(client);
};

/**
 * Brings the database to the state that the services expect: roles, every schema's migrations, the job queue, grants.
 * Can be run again at any time. Returns the names of the migrations applied now, and how many definitions were.
 */
export const migrateServices = async ({
  databaseUrl,
  passwords,
  projectRoot,
}: MigrateOptions): Promise<readonly string[]> => {
  const ownerUrl = await withClient(databaseUrl, async (client) => {
    await prepareRoles(client, passwords);
    if (!(await isSuperuser(client))) return databaseUrl;
    await handOver(client);
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
    // Together, because what is created anew is open to everybody until the grants say otherwise.
    await inTransaction(client, async () => {
      const changed = definitions.length > 0 ? await applyDefinitions(client, DEFINITIONS.schemas, definitions) : [];
      if (changed.length > 0) applied.push(`${DEFINITIONS.folder} (${changed.length} definitions)`);
      if (definitions.length > 0) {
        await applyChartComments(client);
        await applyKeptDeclarations(client);
      }
      for (const { folder } of SERVICES) {
        const grants = path.join(projectRoot, folder, 'grants.sql');
        if (existsSync(grants)) await client.query(readFileSync(grants, 'utf8'));
      }
    });
    return applied;
  });
};
