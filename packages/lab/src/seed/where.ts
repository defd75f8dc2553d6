import type { StackEnv } from '@course/dev-stack/env';
import { Failure } from '@course/ops/failure';
import { runningStack } from '@course/dev-stack/stack/stack-file';

/** Address of the database named in the environment, else of the running stack's, as the role that owns the tables. */
export const databaseOf = ({ databaseUrl, dataDir }: Pick<StackEnv, 'databaseUrl' | 'dataDir'>): string => {
  const address = databaseUrl ?? runningStack(dataDir)?.databaseUrl;
  if (address === undefined)
    throw new Failure(
      `No stack runs in ${dataDir}. Start it with npm start, set DATA_DIR to its folder, or set DATABASE_URL.`,
    );
  return address;
};
