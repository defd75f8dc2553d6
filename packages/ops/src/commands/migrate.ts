import { readMigrateEnv } from '../env.ts';
import { migrateServices } from '../migrate/services.ts';
import { PROJECT_ROOT } from '@course/federation/paths';
import { main, say } from '../cli.ts';

main(async () => {
  const { databaseUrl, passwords } = readMigrateEnv();
  const applied = await migrateServices({ databaseUrl, passwords, projectRoot: PROJECT_ROOT });
  say(applied.length > 0 ? `Migrated: ${applied.join(', ')}` : 'The database is up to date');
});
