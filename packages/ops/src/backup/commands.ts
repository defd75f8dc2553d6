import path from 'node:path';
import { commandLine } from '@course/federation/command-line';
import { confirm, say } from '../cli.ts';
import { readMigrateEnv } from '../env.ts';
import { Failure } from '../failure.ts';
import type { ServicePasswords } from '../migrate/services.ts';
import { PROJECT_ROOT } from '@course/federation/paths';
import { withClient } from '../postgres/client.ts';
import type { DataFile } from './archive.ts';
import { backUp, check } from './back-up.ts';
import { findPgTool, serverMajor } from './pg-tools.ts';
import { isUsed, requireQuiet, restore } from './restore.ts';

/** Files that are backed up along with the database. */
export interface BackedUpFiles {
  all(): Iterable<DataFile>;
  /** Restores an archive's files. Resolves to how many there were. */
  restore(archive: string): Promise<number>;
}

/** The installation whose database is backed up or restored. */
export interface Installation {
  readonly databaseUrl: string;
  readonly passwords: ServicePasswords;
  /** The folder of its backups unless a file is named. None on servers: a container's own files are lost with it. */
  readonly folder?: string;
  /** None on servers, where each volume is backed up separately. */
  readonly files?: BackedUpFiles;
  /** The sentence that says what its backups do not contain. */
  readonly missing: string;
}

export interface InstallationUse {
  /** True if the product must not start during `use`. A server cannot prevent that. */
  readonly isExclusive: boolean;
}

/** Provides an installation during `use`. */
export type WithInstallation = <T>(
  use: (installation: Installation) => Promise<T>,
  options: InstallationUse,
) => Promise<T>;

/** What no backup contains. */
export const NEVER_KEPT =
  'page views that Redis still holds (seconds of them), Stripe’s own records or those of its sandbox';

/** The installation of a server, whose environment has DATABASE_URL and the roles' passwords. */
export const withServer: WithInstallation = (use) =>
  use({
    ...readMigrateEnv(),
    missing: `Not in it: the environment with its keys, the release store (registry and published builds) with the teams’ keys, mails in the catcher, ${NEVER_KEPT}.`,
  });

const stamp = (): string => new Date().toISOString().slice(0, 19).replaceAll(':', '-');

const writeBackup = ({ databaseUrl, files }: Installation, file: string) =>
  withClient(databaseUrl, async (client) => {
    const tool = await findPgTool('pg_dump', await serverMajor(client));
    return backUp(client, file, {
      files: files?.all() ?? [],
      ...(tool && { pgDump: { ...tool, databaseUrl } }),
    });
  });

export interface DatabaseCommand {
  /** The command line that runs the program, for its help. */
  readonly name: string;
  readonly args: readonly string[];
  readonly withInstallation: WithInstallation;
}

/** Runs the backup command. Rejects with a `Failure`. */
export const backupCommand = ({ name, args, withInstallation }: DatabaseCommand): Promise<void> => {
  const { program, run } = commandLine(name, say);
  program
    .description(
      [
        'Writes all rows of the database, as of one moment, to a file, and reads it back. If there is a data folder, adds its',
        "keys, registry, published builds and local outbox. The product may run meanwhile. The file contains people's data: only",
        'you can read it, and it belongs in a safe place on another machine.',
      ].join(' '),
    )
    .argument('[file]', 'default: a new one in backups/ of the data folder; required on a server')
    .action((named?: string) =>
      withInstallation(
        async (installation) => {
          const target = named ?? (installation.folder && path.join(installation.folder, `course-${stamp()}.jsonl.gz`));
          if (target === undefined) return program.error('error: name a file');
          const file = path.resolve(target);
          const { rows, tables, files, at } = await writeBackup(installation, file);
          say(`${rows} rows of ${tables} tables and ${files} files, as of ${at}: ${file}`);
          say(installation.missing);
        },
        { isExclusive: false },
      ),
    );
  return run(args);
};

/** Backs up the current content: to the installation's backups, or next to the file that is restored. */
const backUpCurrent = async (installation: Installation, restored: string): Promise<string> => {
  const file = path.join(installation.folder ?? path.dirname(restored), `before-restore-${stamp()}.jsonl.gz`);
  await writeBackup(installation, file);
  return file;
};

interface RestoreOptions {
  readonly replace: boolean;
  readonly yes: boolean;
}

const restoreFile = async (
  name: string,
  { replace, yes }: RestoreOptions,
  withInstallation: WithInstallation,
): Promise<void> => {
  const file = path.resolve(name);
  const { rows, at } = await check(file);
  await withInstallation(
    async (installation) => {
      const { databaseUrl, passwords, files } = installation;
      await withClient(databaseUrl, requireQuiet);
      const used = await withClient(databaseUrl, isUsed);
      if (used && !replace)
        throw new Failure("The database contains people's data. Pass --replace to replace it with the backup.");
      await confirm(
        [
          `Restores ${rows} rows as of ${at}.`,
          used ? 'The current content of the database is backed up, then replaced.' : 'The database is empty.',
        ],
        yes,
      );
      if (used) say(`Backup of the current content: ${await backUpCurrent(installation, file)}`);
      await restore({ databaseUrl, passwords, projectRoot: PROJECT_ROOT, file });
      const restored = (await files?.restore(file)) ?? 0;
      say(`Restored: ${rows} rows and ${restored} files as of ${at}. Start the product to continue from there.`);
    },
    { isExclusive: true },
  );
};

/** Runs the restore command, which checks all that it can before it replaces anything. Rejects with a `Failure`. */
export const restoreCommand = ({ name, args, withInstallation }: DatabaseCommand): Promise<void> => {
  const { program, run } = commandLine(name, say);
  program
    .description(
      [
        "Replaces the content of the database with a backup's rows, and writes its keys, registry, builds and mails to the data",
        'folder if there is one. Stop the product first; an embedded database is started for the restore. Mails sent after the',
        'backup are not in it: lessons that have become due since then are sent, even if they were sent before.',
      ].join(' '),
    )
    .argument('<file>', 'a backup')
    .option('--replace', "even if the database contains people's data, which is backed up first", false)
    .option('--yes', 'without confirmation', false)
    .action((file: string, options: RestoreOptions) => restoreFile(file, options, withInstallation));
  return run(args);
};
