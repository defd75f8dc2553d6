import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { cpuMs, familyCpuMs, familyMemory } from './process-use.ts';

const burnFor = (ms: number): void => {
  for (const end = process.cpuUsage().user + ms * 1000; process.cpuUsage().user < end;);
};

test('CPU time increases by what a process uses', () => {
  const before = cpuMs(process.pid);
  burnFor(100);
  expect(cpuMs(process.pid) - before).toBeGreaterThanOrEqual(80);
});

test('the CPU time of a child that has ended counts for the family, but not for the process', () => {
  const [own, all] = [cpuMs(process.pid), familyCpuMs(process.pid)];
  execFileSync(process.execPath, ['-e', 'for (const end = 3e5; process.cpuUsage().user < end;);']);
  const [ownUse, familyUse] = [cpuMs(process.pid) - own, familyCpuMs(process.pid) - all];
  expect(familyUse - ownUse).toBeGreaterThanOrEqual(250);
});

test('a family’s memory is listed by process, the largest first', () => {
  const { totalMb, parts } = familyMemory(process.pid);
  expect(parts[0]?.mb).toBeGreaterThan(0);
  expect(totalMb).toBeGreaterThanOrEqual(parts[0]?.mb ?? Infinity);
});
