import { existsSync } from 'node:fs';
import path from 'node:path';
import { hasMigrateEnv, readMigrateEnv } from '@course/ops/env';
import { readStackEnv, type StackEnv } from '../env.ts';
import type { ServicePasswords } from '@course/ops/migrate/services';
import { claimDataDir, recordsFile, requireWritable } from '../stack/claim.ts';
import { servicePasswords } from '../stack/database-roles.ts';
import { loadSecrets } from '../stack/secrets.ts';
import { readStackFile } from '../stack/stack-file.ts';
import { startPostgres } from '../stack/stores.ts';
import { recordProcesses } from '../supervise/records.ts';
import { createSupervisor } from '../supervise/supervisor.ts';

export interface Database {
  readonly databaseUrl: string;
  readonly passwords: ServicePasswords;
  /** Where backups of this installation lie. */
  readonly folder: string;
  /** None in containers, where each volume is kept by itself. */
  readonly dataDir?: string;
}

const silent = (): void => undefined;

/** Starts the embedded PostgreSQL alone, for as long as `use` takes. Nobody else can start the stack meanwhile. */
const withEmbedded = async <T>(env: StackEnv, use: (databaseUrl: string) => Promise<T>): Promise<T> => {
  const release = await claimDataDir(env.dataDir, silent);
  const supervisor = createSupervisor({ say: silent, onChange: () => recordProcesses(recordsFile(env.dataDir), supervisor.pids()) });
  try {
    return await use(await startPostgres({ env, secrets: loadSecrets(env.dataDir), supervisor, say: silent }));
  } finally {
    await supervisor.stop();
    recordProcesses(recordsFile(env.dataDir), {});
    release();
  }
};

/**
 * The product's database: of containers (DATABASE_URL and the roles' passwords are set), of a given server
 * (DATABASE_URL), of the stack that runs, or the embedded one of a stack that does not.
 */
export const withDatabase = async <T>(use: (database: Database) => Promise<T>): Promise<T> => {
  if (hasMigrateEnv()) return use({ ...readMigrateEnv(), folder: path.resolve('backups') });
  const env = readStackEnv();
  requireWritable(env.dataDir);
  const folder = path.join(env.dataDir, 'backups');
  const known = { passwords: servicePasswords(env, loadSecrets(env.dataDir)), folder, dataDir: env.dataDir };
  const running = existsSync(path.join(env.dataDir, 'stack.json')) ? readStackFile(env.dataDir).databaseUrl : undefined;
  const address = env.databaseUrl ?? running;
  if (address) return use({ databaseUrl: address, ...known });
  return withEmbedded(env, (databaseUrl) => use({ databaseUrl, ...known }));
};
