import { scryptSync } from 'node:crypto';
import type { StackEnv } from '../env.ts';
import type { ServicePasswords } from '@course/ops/migrate/services';
import { addressFor } from '@course/ops/postgres/client';
import { SERVICE_ROLES } from '@course/ops/postgres/roles';
import type { Secrets } from './secrets.ts';

/**
 * Passwords of the services' roles and the analysts'. Roles belong to the whole server, so that two stacks on one given server would
 * change each other's: there they follow from the given address, which both know.
 */
export const servicePasswords = ({ databaseUrl }: StackEnv, secrets: Secrets): ServicePasswords => {
  const given = databaseUrl ? new URL(databaseUrl).password : '';
  if (!given)
    return { funnel: secrets.funnelDatabase, tracking: secrets.trackingDatabase, analyst: secrets.analystDatabase };
  const derived = (role: string): string => scryptSync(given, role, 24).toString('base64url');
  return {
    funnel: derived(SERVICE_ROLES.funnel),
    tracking: derived(SERVICE_ROLES.tracking),
    analyst: derived(SERVICE_ROLES.analyst),
  };
};

/** The database's address for each service's own role, and for analysts. */
export const serviceAddresses = (databaseUrl: string, passwords: ServicePasswords) => ({
  funnelDatabaseUrl: addressFor(databaseUrl, { user: SERVICE_ROLES.funnel, password: passwords.funnel }),
  trackingDatabaseUrl: addressFor(databaseUrl, { user: SERVICE_ROLES.tracking, password: passwords.tracking }),
  analystUrl: addressFor(databaseUrl, { user: SERVICE_ROLES.analyst, password: passwords.analyst }),
});
