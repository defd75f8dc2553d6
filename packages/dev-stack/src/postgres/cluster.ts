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
  /** Folder of the database files; made when missing. */
  readonly folder: string;
  readonly port: number;
  readonly superuserPassword: string;
  readonly logFile: string;
  /** Tests end processes, never the machine: they need no fsync. */
  readonly fsync?: boolean;
  /** 100 when missing. */
  readonly maxConnections?: number;
  /** The data folder of a stopped cluster, which is copied instead of making a new one. Its own password stays. */
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

/** initdb reads the password from a file, which must not be seen by others and must be readable by its user. */
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

/** Keeps owner and mode of every file. */
const copyOf =
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

/** Makes the database files when they are missing and returns how to run the server on them. */
export const postgresCommand = async (options: ClusterOptions): Promise<Command> => {
  const user = postgresUser();
  const { initdb, postgres } = postgresBinaries(user);
  const fill = options.template === undefined ? initialise(options, initdb, user) : copyOf(options.template);
  const folder = await dataFolder(options.folder, user, fill);
  return {
    file: postgres,
    args: ['-D', folder, ...settings(options)],
    env: { ...baseEnv(), LC_ALL: 'C' },
    cwd: '/',
    logFile: options.logFile,
    // SIGINT is PostgreSQL's fast stop: it ends sessions instead of waiting for them.
    stopSignal: 'SIGINT',
    ...user,
  };
};
