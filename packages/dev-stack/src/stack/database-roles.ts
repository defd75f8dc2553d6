import { scryptSync } from 'node:crypto';
import type { StackEnv } from '../env.ts';
import type { ServicePasswords } from '@course/ops/migrate/services';
import { addressFor } from '@course/ops/postgres/client';
import { SERVICE_ROLES } from '@course/ops/postgres/roles';
import type { Secrets } from './secrets.ts';

/**
 * Returns the passwords of the roles of services and analysts. Roles belong to the whole server, so two stacks on the
 * server of `DATABASE_URL` would overwrite each other's; there the passwords are derived from that address.
 */
export const servicePasswords = ({ databaseUrl }: StackEnv, secrets: Secrets): ServicePasswords => {
  const ownerPassword = databaseUrl ? new URL(databaseUrl).password : '';
  if (!ownerPassword)
    return { funnel: secrets.funnelDatabase, tracking: secrets.trackingDatabase, analyst: secrets.analystDatabase };
  const derived = (role: string): string => scryptSync(ownerPassword, role, 24).toString('base64url');
  return {
    funnel: derived(SERVICE_ROLES.funnel),
    tracking: derived(SERVICE_ROLES.tracking),
    analyst: derived(SERVICE_ROLES.analyst),
  };
};

/** Returns the database's address for the role of each service and of analysts. */
export const serviceAddresses = (databaseUrl: string, passwords: ServicePasswords) => ({
  funnelDatabaseUrl: addressFor(databaseUrl, { user: SERVICE_ROLES.funnel, password: passwords.funnel }),
  trackingDatabaseUrl: addressFor(databaseUrl, { user: SERVICE_ROLES.tracking, password: passwords.tracking }),
  analystUrl: addressFor(databaseUrl, { user: SERVICE_ROLES.analyst, password: passwords.analyst }),
});
