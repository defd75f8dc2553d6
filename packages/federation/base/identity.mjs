import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** Field 22 of /proc/pid/stat, counted after the command name, which may contain spaces and parentheses. */
const START_TIME_AFTER_NAME = 19;

/** @param {number} pid */
const linuxIdentity = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const isGone = fields[0] === 'Z' || fields[0] === 'X';
  return isGone ? undefined : `${readFileSync(BOOT_ID, 'utf8').trim()}:${fields[START_TIME_AFTER_NAME]}`;
};

/** @param {number} pid */
const portableIdentity = (pid) =>
  execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim() || undefined;

/**
 * Returns what distinguishes this process from a later one with the same pid: boot and start time.
 * `undefined` if no such process is running (a zombie is not).
 * @param {number} pid
 * @returns {string | undefined}
 */
export const processIdentity = (pid) => {
  try {
    return process.platform === 'linux' ? linuxIdentity(pid) : portableIdentity(pid);
  } catch {
    return undefined;
  }
};

/**
 * Returns an identifier of this boot and PID namespace, within which a pid means the same process. Containers have
 * others.
 * @returns {string}
 */
export const processPlace = () => {
  try {
    return `${readFileSync(BOOT_ID, 'utf8').trim()}:${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return 'here';
  }
};
