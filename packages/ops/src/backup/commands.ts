import path from 'node:path';
import type { Command } from 'commander';
import { commandLine } from '../cli/command-line.ts';
import { confirm } from '../cli/confirm.ts';
import { say } from '../cli/main.ts';
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

const stamp = (): string => new Date().toISOString().slice(0, 19).replaceAll(':', '-');

const write = ({ databaseUrl, files }: Installation, file: string) =>
  withClient(databaseUrl, async (client) => {
    const tool = await findPgTool('pg_dump', await serverMajor(client));
    return backUp(client, file, {
      files: files?.all() ?? [],
      ...(tool && { pgDump: { ...tool, databaseUrl } }),
    });
  });

const parsed = <Options extends object>(program: Command) => {
  program.parse(process.argv.slice(2), { from: 'user' });
  return { args: program.args, options: program.opts<Options>() };
};

/** Runs the backup command with the program's arguments. Rejects with one sentence. */
export const backupCommand = async (usage: string, withInstallation: WithInstallation): Promise<void> => {
  const program = commandLine(usage).argument('[file]').option('-h, --help');
  const { args, options } = parsed<{ readonly help?: boolean }>(program);
  if (options.help) return say(usage);
  await withInstallation(async (installation) => {
    const [given = installation.folder && path.join(installation.folder, `course-${stamp()}.jsonl.gz`)] = args;
    if (given === undefined) throw new Failure(usage);
    const file = path.resolve(given);
    const { rows, tables, files, at } = await write(installation, file);
    say(`${rows} rows of ${tables} tables and ${files} files, as of ${at}: ${file}`);
    say(installation.missing);
  });
};

/** What is there now, kept with the installation's backups, or beside the one that is restored. */
const keepOld = async (installation: Installation, restored: string): Promise<string> => {
  const file = path.join(installation.folder ?? path.dirname(restored), `before-restore-${stamp()}.jsonl.gz`);
  await write(installation, file);
  return file;
};

interface RestoreOptions {
  readonly help?: boolean;
  readonly replace?: boolean;
  readonly yes?: boolean;
}

/** Runs the restore command with the program's arguments. Rejects with one sentence, before anything was replaced. */
export const restoreCommand = async (usage: string, withInstallation: WithInstallation): Promise<void> => {
  const program = commandLine(usage).argument('[file]').option('-h, --help').option('--replace').option('--yes');
  const { args, options } = parsed<RestoreOptions>(program);
  const [given] = args;
  if (options.help) return say(usage);
  if (given === undefined) throw new Failure(usage);
  const file = path.resolve(given);
  const { rows, at } = await check(file);
  await withInstallation(async (installation) => {
    const { databaseUrl, passwords, files } = installation;
    await withClient(databaseUrl, requireQuiet);
    const used = await withClient(databaseUrl, isUsed);
    if (used && !options.replace)
      throw new Failure("The database holds people's data. Say --replace to put the backup in its place.");
    await confirm(
      [
        `Restores ${rows} rows as of ${at}.`,
        used ? 'Everything that is in the database now is replaced; it is backed up first.' : 'The database is empty.',
      ],
      options.yes === true,
    );
    if (used) say(`What was there: ${await keepOld(installation, file)}`);
    await restore({ databaseUrl, passwords, projectRoot: PROJECT_ROOT, file });
    const restored = (await files?.restore(file)) ?? 0;
    say(`Restored: ${rows} rows and ${restored} files as of ${at}. Start the product to go on from there.`);
  });
};
