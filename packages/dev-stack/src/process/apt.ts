import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { baseEnv } from '../env.ts';
import { findOnPath } from './on-path.ts';

const run = promisify(execFile);
const POLICY = '/usr/sbin/policy-rc.d';

/** Returns whether this process can install Debian packages. */
export const canAptInstall = (): boolean => process.getuid?.() === 0 && findOnPath('apt-get') !== undefined;

// The package would start a service on the default port. Exit code 101 of policy-rc.d forbids that. dash runs its EXIT
// trap only if a trap of the signal exits.
const withoutServiceStart = (command: string): string =>
  existsSync(POLICY)
    ? command
    : `printf '#!/bin/sh\\nexit 101\\n' >${POLICY}; chmod +x ${POLICY}; trap 'rm -f ${POLICY}' EXIT; trap 'exit 1' INT TERM HUP; ${command}`;

/** Installs a Debian package without starting its services. Rejects with apt's last line. */
export const aptInstall = async (name: string): Promise<void> => {
  const env = { ...baseEnv(), DEBIAN_FRONTEND: 'noninteractive' };
  const install = `apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=120 ${name}`;
  try {
    await run('/bin/sh', ['-c', withoutServiceStart(`${install} || { apt-get update && ${install}; }`)], {
      env,
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(stderr.trim().split('\n').at(-1) || message, { cause: error });
  }
};
