import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Failure } from '@course/ops/failure';

/** The user that a server runs as. Empty: the current user. */
export type RunAs = { readonly uid: number; readonly gid: number } | Record<string, never>;

// PostgreSQL refuses to run as root, and looks up the name of its user, so an arbitrary uid would not work.
const CANDIDATES = ['postgres', 'nobody'];

const lookUp = (name: string): RunAs | undefined => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
};

/** Returns an unprivileged user for PostgreSQL if this process runs as root, else the current user. */
export const postgresUser = (): RunAs => {
  if (process.getuid?.() !== 0) return {};
  const user = CANDIDATES.map(lookUp).find((found) => found !== undefined);
  if (!user)
    throw new Failure(
      'PostgreSQL does not run as root, and there is no user "nobody" to run it as. Type: useradd --system postgres',
    );
  return user;
};

/** Returns whether a user can enter a folder, which requires access to every folder above it. */
export const canEnter = (user: RunAs, folder: string): boolean =>
  user.uid === undefined ||
  spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { cwd: '/', env: {}, ...user }).status === 0;
