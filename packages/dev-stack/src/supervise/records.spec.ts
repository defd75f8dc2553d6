import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { processIdentity } from '@course/federation/identity';
import { launch } from '../process/launch.ts';
import { freePort } from '../process/ports.ts';
import { fakeService } from '../testing/fake-service.ts';
import { scratchFolder } from '@course/test-kit/scratch';
import { endOrphans, recordProcesses } from './records.ts';

const aProcess = async () => {
  const running = launch(fakeService('web', await freePort(), scratchFolder()).command);
  onTestFinished(() => running.kill('SIGKILL'));
  return running;
};

test('ends the processes that a killed start left behind, the last started first', async () => {
  const file = path.join(scratchFolder(), 'processes.json');
  const [one, other] = [await aProcess(), await aProcess()];
  recordProcesses(file, { one, other });
  expect(await endOrphans(file)).toEqual(['other', 'one']);
  expect([one, other].map(({ pid }) => processIdentity(pid))).toEqual([undefined, undefined]);
  expect(existsSync(file)).toBe(false);
});

test('leaves a pid alone that now belongs to another program', async () => {
  const file = path.join(scratchFolder(), 'processes.json');
  const web = await aProcess();
  recordProcesses(file, { web });
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"identity":"[^"]+"/, '"identity":"an earlier process"'));
  expect(await endOrphans(file)).toEqual([]);
  expect(processIdentity(web.pid)).toBeDefined();
});

test('ends nothing without a record', async () => {
  expect(await endOrphans(path.join(scratchFolder(), 'processes.json'))).toEqual([]);
});

test('only the owner of the record can read it', async () => {
  const file = path.join(scratchFolder(), 'processes.json');
  recordProcesses(file, {});
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
