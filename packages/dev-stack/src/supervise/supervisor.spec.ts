import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { processIdentity } from '@course/federation/identity';
import { freePort } from '../process/ports.ts';
import { fakeService, pidAt } from '../testing/fake-service.ts';
import { scratchFolder } from '@course/test-kit/scratch';
import { createSupervisor, restartDelayMs } from './supervisor.ts';

const aSupervisor = () => {
  const lines: string[] = [];
  const onChange = vi.fn();
  const supervisor = createSupervisor({ say: (line) => lines.push(line), onChange });
  onTestFinished(() => supervisor.stop());
  return { supervisor, lines, onChange };
};

const waitFor = <T>(check: () => Promise<T> | T): Promise<T> => vi.waitFor(check, { timeout: 20_000, interval: 50 });

test('a service is ready when start resolves, and its pid is that of the server itself', async () => {
  const { supervisor } = aSupervisor();
  const port = await freePort();
  await supervisor.start(fakeService('web', port, scratchFolder()));
  expect(supervisor.pids()).toEqual({ web: await pidAt(port) });
});

test('a killed service is restarted on the same port, with one line', async () => {
  const { supervisor, lines, onChange } = aSupervisor();
  const port = await freePort();
  await supervisor.start(fakeService('web', port, scratchFolder()));
  const first = await pidAt(port);
  process.kill(first, 'SIGKILL');
  await waitFor(async () => expect(await pidAt(port)).not.toBe(first));
  expect(supervisor.pids()).toEqual({ web: await pidAt(port) });
  expect(lines).toEqual(['web ended (SIGKILL); restarting it in 0.25 s']);
  expect(onChange).toHaveBeenCalledTimes(2);
});

test('a requested restart is not reported as a failure', async () => {
  const { supervisor, lines } = aSupervisor();
  const port = await freePort();
  await supervisor.start(fakeService('web', port, scratchFolder()));
  const first = await pidAt(port);
  supervisor.restart('web');
  await waitFor(async () => expect(await pidAt(port)).not.toBe(first));
  expect(lines).toEqual([]);
});

test('stopping ends all services in reverse order and leaves no process', async () => {
  const { supervisor } = aSupervisor();
  const folder = scratchFolder();
  await supervisor.start(fakeService('first', await freePort(), folder));
  await supervisor.start(fakeService('second', await freePort(), folder));
  const pids = Object.values(supervisor.pids());
  await supervisor.stop();
  expect(pids.map(processIdentity)).toEqual([undefined, undefined]);
  expect(readFileSync(path.join(folder, 'parts.log'), 'utf8')).toBe(
    'second was asked to stop\nfirst was asked to stop\n',
  );
});

test('stopping during a start ends the service that was starting', async () => {
  const { supervisor } = aSupervisor();
  const never = fakeService('slow', await freePort(), scratchFolder(), 'setInterval(() => undefined, 1000)');
  const starting = supervisor.start(never);
  const [pid = 0] = Object.values(supervisor.pids());
  const stopped = expect(starting).rejects.toThrow('Stopped');
  await supervisor.stop();
  await stopped;
  expect(processIdentity(pid)).toBeUndefined();
});

test('stopping during the pause before a restart starts nothing', async () => {
  const { supervisor, lines } = aSupervisor();
  const port = await freePort();
  await supervisor.start(fakeService('web', port, scratchFolder()));
  process.kill(await pidAt(port), 'SIGKILL');
  await waitFor(() => expect(lines).toHaveLength(1));
  await supervisor.stop();
  expect(supervisor.pids()).toEqual({});
  await expect(pidAt(port)).rejects.toThrow();
});

test('a service that cannot start fails with the end of its log', async () => {
  const { supervisor } = aSupervisor();
  const broken = fakeService(
    'broken',
    await freePort(),
    scratchFolder(),
    "console.error('no such table'); process.exit(3)",
  );
  await expect(supervisor.start(broken)).rejects.toThrow(/broken does not start.*\n.*no such table/);
});

test('a service does not start where another program responds', async () => {
  const [{ supervisor: other }, { supervisor }] = [aSupervisor(), aSupervisor()];
  const [port, folder] = [await freePort(), scratchFolder()];
  await other.start(fakeService('other', port, scratchFolder()));
  const log = path.join(folder, 'parts.log');
  await expect(supervisor.start(fakeService('web', port, folder))).rejects.toThrow(
    'Another program responds where web should. End that program, then start again.',
  );
  await supervisor.stop();
  expect(readFileSync(log, 'utf8')).toBe('');
});

test('a program that does not exist fails like any other', async () => {
  const { supervisor } = aSupervisor();
  const part = fakeService('missing', await freePort(), scratchFolder());
  const started = supervisor.start({ ...part, command: { ...part.command, file: '/does/not/exist' } });
  await expect(started).rejects.toThrow(/missing does not start/);
});

test.each([
  [1, 250],
  [2, 500],
  [3, 1000],
  [6, 8000],
  [40, 8000],
])('after %i failures in a row the restart is delayed by %i ms', (failures, ms) => {
  expect(restartDelayMs(failures)).toBe(ms);
});
