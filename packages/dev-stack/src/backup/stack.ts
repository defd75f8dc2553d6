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

/** Starts the embedded PostgreSQL alone, for as long as `use` takes. Nobody else can start the stack meanwhile. */
const withEmbedded = async <T>(env: StackEnv, use: (databaseUrl: string) => Promise<T>): Promise<T> => {
  const { supervisor, close } = await openDataDir(env.dataDir, silent);
  try {
    return await use(await startPostgres({ env, secrets: loadSecrets(env.dataDir), supervisor, say: silent }));
  } finally {
    await close();
  }
};

/**
 * The product's installation: of a server (DATABASE_URL and the roles' passwords are set), or this stack's, with the
 * database that is named (DATABASE_URL), that runs, or the embedded one of a stack that does not run.
 */
export const withStack: WithInstallation = async (use) => {
  if (hasMigrateEnv()) return withServer(use);
  const env = readStackEnv();
  const { dataDir } = env;
  requireWritable(dataDir);
  const known = {
    passwords: servicePasswords(env, loadSecrets(dataDir)),
    folder: path.join(dataDir, 'backups'),
    files: { all: () => filesOf(dataDir), restore: (archive: string) => restoreFiles(dataDir, archive) },
    missing: `Not in it: the environment, ${NEVER_KEPT}.`,
  };
  const address = env.databaseUrl ?? runningStack(dataDir)?.databaseUrl;
  if (address) return use({ databaseUrl: address, ...known });
  return withEmbedded(env, (databaseUrl) => use({ databaseUrl, ...known }));
};
