import type { StackEnv } from '@course/dev-stack/env';
import { Failure } from '@course/ops/failure';
import { runningStack } from '@course/dev-stack/stack/stack-file';

export interface SeedPlace {
  /** Of the role that owns the tables. */
  readonly databaseUrl: string;
  /** svc-tracking's own address; known of a running stack only. */
  readonly trackingUrl: string | undefined;
}

/** The database named in the environment, else that of the running stack. */
export const seedPlaceOf = ({ databaseUrl, dataDir }: Pick<StackEnv, 'databaseUrl' | 'dataDir'>): SeedPlace => {
  const stack = runningStack(dataDir);
  const address = databaseUrl ?? stack?.databaseUrl;
  if (address === undefined)
    throw new Failure(
      `No stack runs in ${dataDir}. Start it with npm start, set DATA_DIR to its folder, or set DATABASE_URL.`,
    );
  const isOurs = address === stack?.databaseUrl;
  return { databaseUrl: address, trackingUrl: isOurs ? stack?.trackingUrl : undefined };
};
