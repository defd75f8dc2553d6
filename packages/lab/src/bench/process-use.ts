import { readdirSync, readFileSync } from 'node:fs';

// CPU time and memory of processes, from /proc. Only Linux has it.

/** Linux reports CPU time in hundredths of a second, whatever the kernel's tick rate is. */
const TICK_MS = 10;

/** Positions in /proc/pid/stat, counted after the command name. */
const STAT = { parent: 1, user: 11, system: 12, childrenUser: 13, childrenSystem: 14 } as const;

/** Reads a file of /proc. Returns an empty string if the process has ended. */
const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

const statOf = (pid: number): readonly number[] =>
  (read(`/proc/${pid}/stat`).split(') ').at(-1) ?? '').split(' ').map(Number);

const fieldOf = (stat: readonly number[], field: keyof typeof STAT): number => stat[STAT[field]] ?? 0;

/** Returns the CPU time that a process has used so far (user and system), in ms. */
export const cpuMs = (pid: number): number => {
  const stat = statOf(pid);
  return (fieldOf(stat, 'user') + fieldOf(stat, 'system')) * TICK_MS;
};

/** Returns the peak memory of a process (RSS), in MB. */
export const peakMb = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

/** Returns a process and all its descendants. */
const family = (root: number): readonly number[] => {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const members = new Set([root]);
  for (let before = 0; before !== members.size;) {
    before = members.size;
    for (const pid of pids) if (members.has(fieldOf(statOf(pid), 'parent'))) members.add(pid);
  }
  return [...members];
};

/**
 * Returns the CPU time in ms of a process and its descendants, including ended ones that their parents have waited for.
 */
export const familyCpuMs = (root: number): number =>
  family(root)
    .map(statOf)
    .reduce(
      (sum, stat) =>
        sum +
        fieldOf(stat, 'user') +
        fieldOf(stat, 'system') +
        fieldOf(stat, 'childrenUser') +
        fieldOf(stat, 'childrenSystem'),
      0,
    ) * TICK_MS;

const pssKb = (pid: number): number => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);

/** Returns the memory in MB of a process and its descendants, the largest first. Shared pages count once (PSS). */
export const familyMemory = (
  root: number,
): { readonly totalMb: number; readonly parts: readonly { readonly name: string; readonly mb: number }[] } => {
  const parts = family(root).map((pid) => ({
    name: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').slice(-70).trim(),
    mb: pssKb(pid) / 1024,
  }));
  return { totalMb: parts.reduce((sum, { mb }) => sum + mb, 0), parts: parts.sort((a, b) => b.mb - a.mb) };
};
