import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { takeLock } from '@course/federation/lock';
import { stepRows } from '@course/contracts';
import { launch } from '@course/dev-stack/process/launch';
import { freePort } from '@course/dev-stack/process/ports';
import { postgresCommand, SUPERUSER } from '@course/dev-stack/postgres/cluster';
import { migrateServices, type ServicePasswords } from '@course/ops/migrate/services';
import { PROJECT_ROOT } from '@course/federation/paths';
import { canConnect, type Credentials, localAddress, withClient } from '@course/ops/postgres/client';
import { revokePublicRights } from '@course/ops/postgres/public-rights';
import { ensureDatabase, SERVICE_ROLES } from '@course/ops/postgres/roles';
import { waitUntil } from '@course/ops/wait';
import { FLOWS } from './product-flow.ts';

/** A stopped, migrated PostgreSQL cluster that tests copy instead of running initdb and all migrations again. */
export interface TemplateCluster {
  /** The stopped cluster's data folder. */
  readonly folder: string;
  readonly superuser: Credentials;
  readonly owner: Credentials;
  readonly passwords: ServicePasswords;
}

export const DATABASE = 'course';

const START_TIMEOUT_MS = 60_000;

/** Everything that determines the content of a migrated cluster. */
const SOURCES = [
  'packages/test-kit/src/template-cluster.ts',
  'packages/test-kit/src/product-flow.ts',
  'svc-funnel/prisma',
  'svc-tracking/prisma',
  'svc-tracking/analytics',
  'packages/ops/src',
  'packages/contracts/src/insights',
  'packages/dev-stack/src/postgres',
  'packages/contracts/src/live-flow.ts',
  'packages/funnel/src',
  'mf-quiz/src/flow/steps.ts',
  'mf-offer/src/flow/steps.ts',
  'mf-legal/src/flow/steps.ts',
  'package-lock.json',
];

const filesUnder = (target: string): readonly string[] => {
  if (!statSync(target).isDirectory()) return [target];
  const entries = readdirSync(target, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
};

const sourceHash = (): string => {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((source) => filesUnder(path.join(PROJECT_ROOT, source))).sort()) {
    hash.update(path.relative(PROJECT_ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
};

const secret = (): string => randomBytes(18).toString('base64url');

/** Sets the passwords with one SCRAM iteration, because tests open thousands of connections. */
const makePasswordsCheap = (adminUrl: string, passwords: Readonly<Record<string, string>>): Promise<void> =>
  withClient(adminUrl, async (client) => {
    await client.query('set scram_iterations = 1');
    for (const [role, password] of Object.entries(passwords))
      await client.query(`alter role ${role} password '${password}'`);
  });

/** Creates a migrated cluster in a folder, and stops its server also if that fails. `migrate` is replaced by tests. */
export const buildCluster = async (home: string, migrate = migrateServices): Promise<void> => {
  const keys = {
    superuser: { user: SUPERUSER, password: secret() },
    owner: { user: 'course', password: secret() },
    passwords: { funnel: secret(), tracking: secret(), analyst: secret() },
  };
  const port = await freePort();
  const adminUrl = localAddress(port, 'postgres', keys.superuser);
  const options = {
    folder: path.join(home, 'postgres'),
    port,
    superuserPassword: keys.superuser.password,
    fsync: false,
  };
  const running = launch({
    ...(await postgresCommand({ ...options, logFile: path.join(home, 'postgres.log') })),
    inOurGroup: true,
  });
  try {
    await waitUntil(() => canConnect(adminUrl), { what: 'PostgreSQL', timeoutMs: START_TIMEOUT_MS });
    await withClient(adminUrl, (client) => ensureDatabase(client, DATABASE, keys.owner));
    await withClient(localAddress(port, DATABASE, keys.superuser), (client) =>
      revokePublicRights(client, keys.owner.user),
    );
    await migrate({
      databaseUrl: localAddress(port, DATABASE, keys.owner),
      passwords: keys.passwords,
      projectRoot: PROJECT_ROOT,
    });
    // As svc-tracking does once it has read the live releases.
    await withClient(localAddress(port, DATABASE, keys.owner), (client) =>
      client.query('select rollups.set_steps($1, false)', [JSON.stringify(stepRows(FLOWS))]),
    );
    await makePasswordsCheap(adminUrl, {
      [keys.superuser.user]: keys.superuser.password,
      [keys.owner.user]: keys.owner.password,
      [SERVICE_ROLES.funnel]: keys.passwords.funnel,
      [SERVICE_ROLES.tracking]: keys.passwords.tracking,
      [SERVICE_ROLES.analyst]: keys.passwords.analyst,
    });
  } finally {
    await running.stop();
  }
  writeFileSync(path.join(home, 'keys.json'), JSON.stringify(keys), { mode: 0o600 });
};

/**
 * Returns the template with this checkout's migrations. The first caller creates it, which takes a few seconds. It
 * stays in the temporary folder, under a name derived from everything that determines its content.
 */
export const templateCluster = async (): Promise<TemplateCluster> => {
  const home = path.join(tmpdir(), `course-template-${userInfo().uid}-${sourceHash()}`);
  if (!existsSync(home)) {
    const release = await takeLock(`${home}.lock`);
    try {
      if (!existsSync(home)) {
        const draft = `${home}-draft`;
        rmSync(draft, { recursive: true, force: true });
        mkdirSync(draft);
        // PostgreSQL's system user must be able to traverse it; the data folder inside is closed.
        chmodSync(draft, 0o711);
        await buildCluster(draft);
        renameSync(draft, home);
      }
    } finally {
      release();
    }
  }
  const keys = JSON.parse(readFileSync(path.join(home, 'keys.json'), 'utf8')) as Omit<TemplateCluster, 'folder'>;
  return { folder: path.join(home, 'postgres'), ...keys };
};
