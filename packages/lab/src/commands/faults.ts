import path from 'node:path';
import { parseArgs } from 'node:util';
import { readStackEnv } from '@course/dev-stack/env';
import { complaintsOf, reportTable } from '../faults/report.ts';
import { runFaults } from '../faults/run-faults.ts';
import { Failure } from '@course/ops/failure';
import { writeAtomically } from '@course/federation/files';
import { PROJECT_ROOT } from '@course/ops/paths';
import { runTool } from '@course/dev-stack/process/run-tool';
import { failedOutput, runTarget } from '@course/dev-stack/stack/builds';
import { main, say } from '@course/ops/cli/main';
import { onStopRequest } from '@course/ops/cli/signals';

const USAGE = `npm run test:faults -- [--kills 200] [--postgres-down 120] [--redis-down 20] [--disk-full 10] [--operations 1000000] [--minutes 30] [--out folder]
Kills what takes, keeps and writes page views under load, and compares what was acknowledged with what is stored.
Seconds and counts; 0 leaves a part out. The kills end after that many minutes, whatever their number. The report is kept as JSON in the folder, DATA_DIR/faults if none is named.`;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    'postgres-down': { type: 'string', default: '120' },
    'redis-down': { type: 'string', default: '20' },
    'disk-full': { type: 'string', default: '10' },
    operations: { type: 'string', default: '1000000' },
    minutes: { type: 'string', default: '30' },
    out: { type: 'string' },
  },
});

const number = (text: string): number => {
  if (!/^\d{1,8}$/.test(text)) throw new Failure(USAGE);
  return Number(text);
};

const { signal } = onStopRequest();

const buildTracking = async (): Promise<void> => {
  const { code, output } = await runTarget('build', ['--projects=svc-tracking'], { signal });
  if (code !== 0) throw new Failure(`The build failed.\n${failedOutput(output)}`);
};

/** Random events through writers that die, beside memory. Returns whether all rows were as they must be. */
const compareWithMemory = async (operations: number): Promise<boolean> => {
  say(`Writing ${operations} random events through writers that die, and comparing with memory`);
  const { code, output } = await runTool(
    process.execPath,
    [path.join(PROJECT_ROOT, 'node_modules/.bin/vitest'), 'run', 'test/oracle.spec.ts'],
    {
      cwd: path.join(PROJECT_ROOT, 'svc-tracking'),
      signal,
      env: { ORACLE_OPERATIONS: String(operations) },
    },
  );
  say(output.match(/^\d+ events, .*$/m)?.[0] ?? output);
  return code === 0;
};

main(async () => {
  const options = {
    kills: number(values.kills),
    killingMaxMs: number(values.minutes) * 60_000,
    postgresDownSeconds: number(values['postgres-down']),
    redisDownSeconds: number(values['redis-down']),
    diskFullSeconds: number(values['disk-full']),
  };
  const operations = number(values.operations);
  await buildTracking();
  const report = await runFaults({ ...options, betweenMs: 1500, visitors: 16, random: Math.random, say, signal });
  const matchesMemory = operations === 0 || (await compareWithMemory(operations));
  const at = new Date().toISOString();
  const file = path.join(
    path.resolve(values.out ?? path.join(readStackEnv().dataDir, 'faults')),
    `${at.replaceAll(':', '-')}.json`,
  );
  const complaints = [...complaintsOf(report), ...(matchesMemory ? [] : ['rows differ from memory'])];
  writeAtomically(file, `${JSON.stringify({ at, ...report, operations, matchesMemory, complaints }, null, 2)}\n`);
  say(`\n${reportTable(report)}\n\n${file}`);
  if (complaints.length > 0) throw new Failure(`Not clean: ${complaints.join('; ')}`);
  say('Clean: acknowledged - stored = 0, duplicates = 0');
});
