import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { baseEnv } from '../env.ts';
import type { Command } from '../process/launch.ts';
import { postgresBinaries } from './binaries.ts';
import { dataFolder } from './data-folder.ts';
import { postgresUser, type RunAs } from './system-user.ts';

export interface ClusterOptions {
  /** Folder of the database files; created if missing. */
  readonly folder: string;
  readonly port: number;
  readonly superuserPassword: string;
  readonly logFile: string;
  /** Default true. Tests need no fsync, because they kill processes but never the machine. */
  readonly fsync?: boolean;
  /** Default 100. */
  readonly maxConnections?: number;
  /** Data folder of a stopped cluster to copy instead of running initdb. The copy keeps its superuser password. */
  readonly template?: string;
}

export const SUPERUSER = 'postgres';

const INITDB_ARGS = [
  `--username=${SUPERUSER}`,
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--locale=C.UTF-8',
  '--auth=scram-sha-256',
];

/** initdb reads the password from a file, which its user must be able to read and nobody else. */
const withPasswordFile = async (
  folder: string,
  password: string,
  user: RunAs,
  use: (file: string) => Promise<void>,
): Promise<void> => {
  const secret = mkdtempSync(`${folder}-secret-`);
  const file = path.join(secret, 'password');
  try {
    writeFileSync(file, `${password}\n`, { mode: 0o600 });
    if (user.uid !== undefined) for (const owned of [secret, file]) chownSync(owned, user.uid, user.gid);
    await use(file);
  } finally {
    rmSync(secret, { recursive: true, force: true });
  }
};

const initialise =
  (options: ClusterOptions, initdb: string, user: RunAs) =>
  (folder: string): Promise<void> =>
    withPasswordFile(folder, options.superuserPassword, user, async (file) => {
      const args = [
        '-D',
        folder,
        `--pwfile=${file}`,
        ...INITDB_ARGS,
        ...(options.fsync === false ? ['--no-sync'] : []),
      ];
      await promisify(execFile)(initdb, args, { cwd: '/', env: baseEnv(), ...user });
    });

/** Copies a cluster's files with their owners and modes. */
const copyTemplate =
  (template: string) =>
  async (folder: string): Promise<void> => {
    await promisify(execFile)('cp', ['-a', `${template}/.`, folder]);
  };

const settings = ({ port, fsync, maxConnections = 100 }: ClusterOptions): readonly string[] =>
  Object.entries({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    fsync: fsync === false ? 'off' : 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Creates the database files if they are missing and returns the command that runs the server on them. */
export const postgresCommand = async (options: ClusterOptions): Promise<Command> => {
  const user = postgresUser();
  const { initdb, postgres } = postgresBinaries(user);
  const fill = options.template === undefined ? initialise(options, initdb, user) : copyTemplate(options.template);
  const folder = await dataFolder(options.folder, user, fill);
  return {
    file: postgres,
    args: ['-D', folder, ...settings(options)],
    env: { ...baseEnv(), LC_ALL: 'C' },
    cwd: '/',
    logFile: options.logFile,
    // SIGINT is PostgreSQL's fast shutdown: it ends sessions instead of waiting for them.
    stopSignal: 'SIGINT',
    ...user,
  };
};
