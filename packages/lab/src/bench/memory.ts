import { readdirSync, readFileSync } from 'node:fs';

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** Field 4 of /proc/pid/stat, counted after the command name. */
const parentOf = (pid: number): number => Number(read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1] ?? 0);

/** A process and all that descend from it. Linux only; elsewhere just the process. */
const family = (root: number): readonly number[] => {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const members = new Set([root]);
  for (let before = 0; before !== members.size;) {
    before = members.size;
    for (const pid of pids) if (members.has(parentOf(pid))) members.add(pid);
  }
  return [...members];
};

const pssKb = (pid: number): number => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);

/** Memory in MB of a process and its descendants, shared pages counted once (PSS), with the largest named. */
export const familyMemory = (
  root: number,
): { readonly totalMb: number; readonly parts: readonly { readonly name: string; readonly mb: number }[] } => {
  const parts = family(root).map((pid) => ({
    name: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').slice(-70).trim(),
    mb: pssKb(pid) / 1024,
  }));
  return { totalMb: parts.reduce((sum, { mb }) => sum + mb, 0), parts: parts.sort((one, other) => other.mb - one.mb) };
};
