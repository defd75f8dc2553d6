import { readMigrateEnv } from '../env.ts';
import { NEVER_KEPT, type WithInstallation } from './commands.ts';

/** The installation that the environment of a server names: DATABASE_URL and the roles' passwords. */
export const withServer: WithInstallation = (use) =>
  use({
    ...readMigrateEnv(),
    missing: `Not in it: the environment with its keys, the release store (registry and published builds) with the teams’ keys, mails in the catcher, ${NEVER_KEPT}.`,
  });
