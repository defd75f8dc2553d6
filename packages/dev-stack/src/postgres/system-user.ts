import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Failure } from '@course/ops/failure';

/** Whom a server runs as. Empty: as ourselves. */
export type RunAs = { readonly uid: number; readonly gid: number } | Record<string, never>;

// PostgreSQL refuses to run as root, and looks its user up by name, so a made-up number would not do.
const CANDIDATES = ['postgres', 'nobody'];

const lookUp = (name: string): RunAs | undefined => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
};

/** An unprivileged user for PostgreSQL when we are root, else ourselves. */
export const postgresUser = (): RunAs => {
  if (process.getuid?.() !== 0) return {};
  const user = CANDIDATES.map(lookUp).find((found) => found !== undefined);
  if (!user)
    throw new Failure(
      'PostgreSQL does not run as root, and there is no user "nobody" to run it as. Type: useradd --system postgres',
    );
  return user;
};

/** Whether that user can enter a folder: every folder above it counts too. */
export const canEnter = (user: RunAs, folder: string): boolean =>
  user.uid === undefined ||
  spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { cwd: '/', env: {}, ...user }).status === 0;
