import path from 'node:path';
import { commandLine } from '@course/federation/command-line';
import { confirm, say } from '../cli.ts';
import { readMigrateEnv } from '../env.ts';
import { Failure } from '../failure.ts';
import type { ServicePasswords } from '../migrate/services.ts';
import { PROJECT_ROOT } from '../paths.ts';
import { withClient } from '../postgres/client.ts';
import type { DataFile } from './archive.ts';
import { backUp, check } from './back-up.ts';
import { findPgTool, serverMajor } from './pg-tools.ts';
import { isUsed, requireQuiet, restore } from './restore.ts';

/** Files that are backed up beside the database. */
export interface KeptFiles {
  all(): Iterable<DataFile>;
  /** Puts an archive's files back. Resolves to how many there were. */
  restore(archive: string): Promise<number>;
}

/** The installation whose database is backed up or restored. */
export interface Installation {
  readonly databaseUrl: string;
  readonly passwords: ServicePasswords;
  /** Where its backups lie unless a file is named. None on servers: what a container writes elsewhere ends with it. */
  readonly folder?: string;
  /** None on servers, where each volume is kept by itself. */
  readonly files?: KeptFiles;
  /** What its backups do not hold, as a person should read it. */
  readonly missing: string;
}

/** Provides an installation for as long as `use` takes. */
export type WithInstallation = <T>(use: (installation: Installation) => Promise<T>) => Promise<T>;

/** What no backup holds. */
export const NEVER_KEPT =
  'page views that Redis still holds (seconds of them), Stripe’s own records or those of its sandbox';

/** The installation that the environment of a server names: DATABASE_URL and the roles' passwords. */
export const withServer: WithInstallation = (use) =>
  use({
    ...readMigrateEnv(),
    missing: `Not in it: the environment with its keys, the release store (registry and published builds) with the teams’ keys, mails in the catcher, ${NEVER_KEPT}.`,
  });

const stamp = (): string => new Date().toISOString().slice(0, 19).replaceAll(':', '-');

const write = ({ databaseUrl, files }: Installation, file: string) =>
  withClient(databaseUrl, async (client) => {
    const tool = await findPgTool('pg_dump', await serverMajor(client));
    return backUp(client, file, {
      files: files?.all() ?? [],
      ...(tool && { pgDump: { ...tool, databaseUrl } }),
    });
  });

export interface DatabaseCommand {
  /** How the program is typed. */
  readonly name: string;
  readonly args: readonly string[];
  readonly withInstallation: WithInstallation;
}

/** Runs the backup command. Rejects with one sentence. */
export const backupCommand = ({ name, args, withInstallation }: DatabaseCommand): Promise<void> => {
  const { program, run } = commandLine(name, say);
  program
    .description(
      [
        'Writes all rows of the database, as they are at one moment, into a file, and reads it back. With a data folder come its',
        "keys, registry, published builds and local outbox. The product may run meanwhile. The file holds people's data: it is",
        'readable by you alone, and belongs in a safe place on another machine.',
      ].join(' '),
    )
    .argument('[file]', 'in backups/ of the data folder if none is named; on a server it has to be')
    .action((given?: string) =>
      withInstallation(async (installation) => {
        const place = given ?? (installation.folder && path.join(installation.folder, `course-${stamp()}.jsonl.gz`));
        if (place === undefined) return program.error('error: name a file');
        const file = path.resolve(place);
        const { rows, tables, files, at } = await write(installation, file);
        say(`${rows} rows of ${tables} tables and ${files} files, as of ${at}: ${file}`);
        say(installation.missing);
      }),
    );
  return run(args);
};

/** What is there now, kept with the installation's backups, or beside the one that is restored. */
const keepOld = async (installation: Installation, restored: string): Promise<string> => {
  const file = path.join(installation.folder ?? path.dirname(restored), `before-restore-${stamp()}.jsonl.gz`);
  await write(installation, file);
  return file;
};

interface RestoreOptions {
  readonly replace: boolean;
  readonly yes: boolean;
}

const restoreFile = async (
  given: string,
  { replace, yes }: RestoreOptions,
  withInstallation: WithInstallation,
): Promise<void> => {
  const file = path.resolve(given);
  const { rows, at } = await check(file);
  await withInstallation(async (installation) => {
    const { databaseUrl, passwords, files } = installation;
    await withClient(databaseUrl, requireQuiet);
    const used = await withClient(databaseUrl, isUsed);
    if (used && !replace)
      throw new Failure("The database holds people's data. Say --replace to put the backup in its place.");
    await confirm(
      [
        `Restores ${rows} rows as of ${at}.`,
        used ? 'Everything that is in the database now is replaced; it is backed up first.' : 'The database is empty.',
      ],
      yes,
    );
    if (used) say(`What was there: ${await keepOld(installation, file)}`);
    await restore({ databaseUrl, passwords, projectRoot: PROJECT_ROOT, file });
    const restored = (await files?.restore(file)) ?? 0;
    say(`Restored: ${rows} rows and ${restored} files as of ${at}. Start the product to go on from there.`);
  });
};

/** Runs the restore command. Rejects with one sentence, before anything was replaced. */
export const restoreCommand = ({ name, args, withInstallation }: DatabaseCommand): Promise<void> => {
  const { program, run } = commandLine(name, say);
  program
    .description(
      [
        "Puts a backup's rows in the place of everything in the database, and its keys, registry, builds and mails into the",
        'data folder if there is one. Stop the product first: its embedded database, if it has one, is started for this alone.',
        'Mails that were sent after the backup was made are not known to it: lessons that have become due since are sent,',
        'again if they were sent before.',
      ].join(' '),
    )
    .argument('<file>', 'a backup')
    .option('--replace', "also when the database holds people's data; that is backed up first", false)
    .option('--yes', 'without being asked', false)
    .action((file: string, options: RestoreOptions) => restoreFile(file, options, withInstallation));
  return run(args);
};
