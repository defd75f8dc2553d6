import path from 'node:path';
import { NEVER_KEPT, type WithInstallation, withServer } from '@course/ops/backup/commands';
import { hasMigrateEnv } from '@course/ops/env';
import { readStackEnv, type StackEnv } from '../env.ts';
import { openDataDir, requireWritable } from '../stack/lock-data-dir.ts';
import { servicePasswords } from '../stack/database-roles.ts';
import { loadSecrets } from '../stack/secrets.ts';
import { runningStack } from '../stack/stack-file.ts';
import { startPostgres } from '../stack/stores.ts';
import { filesOf, restoreFiles } from './data-files.ts';

const silent = (): void => undefined;

/** Locks the data folder during `use`, so that no stack can start, and runs the embedded PostgreSQL if it is the one. */
const withLock = async <T>(env: StackEnv, use: (databaseUrl: string) => Promise<T>): Promise<T> => {
  const { supervisor, close } = await openDataDir(env.dataDir, silent);
  try {
    return await use(await startPostgres({ env, secrets: loadSecrets(env.dataDir), supervisor, say: silent }));
  } finally {
    await close();
  }
};

/**
 * The product's installation: a server's if DATABASE_URL and the roles' passwords are set, else this stack's. The
 * stack's database is the one in DATABASE_URL, else the running one, else the embedded one, started for this. Exclusive
 * use locks the data folder, so it is refused while the stack runs.
 */
export const withStack: WithInstallation = async (use, options) => {
  if (hasMigrateEnv()) return withServer(use, options);
  const env = readStackEnv();
  const { dataDir } = env;
  requireWritable(dataDir);
  const installation = {
    passwords: servicePasswords(env, loadSecrets(dataDir)),
    folder: path.join(dataDir, 'backups'),
    files: { all: () => filesOf(dataDir), restore: (archive: string) => restoreFiles(dataDir, archive) },
    missing: `Not in it: the environment, ${NEVER_KEPT}.`,
  };
  const address = options.isExclusive ? undefined : (env.databaseUrl ?? runningStack(dataDir)?.databaseUrl);
  if (address) return use({ databaseUrl: address, ...installation });
  return withLock(env, (databaseUrl) => use({ databaseUrl, ...installation }));
};
